/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.deployment.decoding.DidYouMean;
import java.util.Set;
import java.util.stream.Collectors;

/** A CredentialsRequest asks for a Secret where cloud controller managers run, for service accounts that run there. */
final class CredentialsRequests implements PayloadRule {
    @Override
    public void check(Payload payload, Findings findings) {
        Set<String> serviceAccounts = payload.objects("ServiceAccount")
                .filter(account -> account.field("metadata", "namespace").is(ManagedNamespace.DEFAULT))
                .map(account -> account.field("metadata", "name").text())
                .collect(Collectors.toSet());
        payload.objects("CredentialsRequest").forEach(request -> {
            Place spec = request.field("spec");
            check(spec.field("secretRef"), findings);
            spec.field("serviceAccountNames").items().stream()
                    .filter(name -> payload.complete() && !serviceAccounts.contains(name.text()))
                    .forEach(name -> findings.add(
                            name,
                            "there is no ServiceAccount " + ManagedNamespace.DEFAULT + "/" + name.text() + "; "
                                    + DidYouMean.nearestFirst(name.text(), serviceAccounts)));
        });
    }

    private static void check(Place secret, Findings findings) {
        if (secret.field("name").text().isEmpty()) {
            findings.add(secret.field("name"), "is missing; providers use the Secret by this name");
        }
        if (!secret.field("namespace").is(ManagedNamespace.DEFAULT)) {
            findings.add(secret.field("namespace"), "has to be " + ManagedNamespace.DEFAULT);
        }
    }
}
