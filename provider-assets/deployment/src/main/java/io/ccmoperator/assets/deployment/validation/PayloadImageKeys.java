/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.deployment.decoding.DidYouMean;

/** The keys that a provider's descriptor gives to containers are keys of the payload's images.json. */
record PayloadImageKeys(Payload payload) implements ProviderRule {
    @Override
    public void check(ParsedProvider provider, Findings findings) {
        if (payload.images().isEmpty()
                || provider.validDescriptor()
                        .filter(ProviderDescriptor::payload)
                        .isEmpty()) {
            return;
        }
        Place images = Place.root(provider.descriptorDocument().orElseThrow()).field("images");
        for (Place key : images.members()) {
            if (!payload.images().containsKey(key.text())) {
                findings.add(
                        key,
                        "images.json of the payload has no key " + key.text() + "; "
                                + DidYouMean.nearestFirst(
                                        key.text(), payload.images().keySet()));
            }
        }
    }
}
