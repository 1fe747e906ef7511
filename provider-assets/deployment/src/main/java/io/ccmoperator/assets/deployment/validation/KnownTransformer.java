/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.CloudConfig;
import java.util.Set;

/** The transformer that a descriptor asks for exists. */
record KnownTransformer(Set<String> transformers) implements ProviderRule {
    @Override
    public void check(ParsedProvider provider, Findings findings) {
        provider.validDescriptor()
                .flatMap(descriptor -> descriptor.cloudConfig())
                .flatMap(CloudConfig::transformer)
                .filter(name -> !transformers.contains(name))
                .ifPresent(name -> findings.add(
                        Place.root(provider.descriptorDocument().orElseThrow()).field("cloudConfig", "transformer"),
                        "there is no transformer " + name + "; "
                                + (transformers.isEmpty()
                                        ? "none is registered"
                                        : "registered are " + String.join(", ", transformers))));
    }
}
