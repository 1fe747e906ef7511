/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

/** There are as many External platforms as there are names for them: a provider says which one it is for. */
final class VariantOfExternal implements ProviderRule {
    @Override
    public void check(ParsedProvider provider, Findings findings) {
        provider.validDescriptor()
                .filter(descriptor -> descriptor.platform().equals("External")
                        && descriptor.variant().isEmpty())
                .ifPresent(descriptor -> findings.add(
                        Place.root(provider.descriptorDocument().orElseThrow()).field("variant"),
                        "is missing; platform External needs the name of the platform (Infrastructure"
                                + " spec.platformSpec.external.platformName)"));
    }
}
