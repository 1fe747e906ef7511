/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.ClusterFact;

/** Who asks for the name of the Secret with the cloud's credentials has to give it. */
final class CredentialsSecret implements ProviderRule {
    @Override
    public void check(ParsedProvider provider, Findings findings) {
        if (provider.validDescriptor()
                .filter(descriptor -> descriptor.credentialsSecret().isEmpty())
                .isEmpty()) {
            return;
        }
        Place root = Place.root(provider.descriptorDocument().orElseThrow());
        root.field("environment").members().forEach(fact -> check(fact, findings));
        root.field("flags").members().forEach(flags -> flags.members().forEach(fact -> check(fact, findings)));
    }

    private static void check(Place fact, Findings findings) {
        if (fact.is(ClusterFact.CREDENTIALS_SECRET_NAME.key())) {
            findings.add(fact, "is known only where the descriptor has credentialsSecret; add that");
        }
    }
}
