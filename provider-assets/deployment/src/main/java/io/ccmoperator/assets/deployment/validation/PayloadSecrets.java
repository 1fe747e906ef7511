/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.deployment.decoding.DidYouMean;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The Secrets that a provider uses are those for which the payload has a CredentialsRequest: nobody makes others. */
record PayloadSecrets(Payload payload) implements ProviderRule {
    @Override
    public void check(ParsedProvider provider, Findings findings) {
        if (provider.validDescriptor().filter(ProviderDescriptor::payload).isEmpty()) {
            return;
        }
        Set<String> known = payload.objects("CredentialsRequest")
                .map(request -> request.field("spec", "secretRef"))
                .filter(secret -> secret.field("namespace").is(ManagedNamespace.DEFAULT))
                .map(secret -> secret.field("name").text())
                .collect(Collectors.toSet());
        Place ofDescriptor =
                Place.root(provider.descriptorDocument().orElseThrow()).field("credentialsSecret");
        Stream.concat(
                        Stream.of(ofDescriptor).filter(Place::exists),
                        provider.workloads().stream().flatMap(pod -> ObjectReferences.secrets(pod).stream()))
                .filter(name -> !known.contains(name.text()))
                .forEach(name -> findings.add(
                        name,
                        "the payload has no CredentialsRequest for Secret " + name.text() + "; "
                                + DidYouMean.nearestFirst(name.text(), known)));
    }
}
