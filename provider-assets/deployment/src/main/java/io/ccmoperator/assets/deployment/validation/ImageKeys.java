/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.ProviderDescriptor;

/** Each container gets its image from the release payload, but for packs outside of it, which may bring images. */
final class ImageKeys implements ProviderRule {
    @Override
    public void check(ParsedProvider provider, Findings findings) {
        provider.validDescriptor()
                .filter(ProviderDescriptor::payload)
                .ifPresent(descriptor -> provider.pods().stream()
                        .flatMap(pod -> pod.allContainers().stream())
                        .filter(container -> !descriptor.images().containsKey(container.name()))
                        .forEach(container -> findings.add(
                                container.place().field("image"),
                                "container " + container.name() + " has no key in images of "
                                        + provider.folder().descriptorPath() + "; add it there")));
    }
}
