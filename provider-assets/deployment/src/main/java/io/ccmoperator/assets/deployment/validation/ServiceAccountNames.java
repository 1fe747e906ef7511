/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.List;

/** A workload runs with a service account that there is: its pods would not be created for want of it. */
final class ServiceAccountNames implements DocumentsRule {
    private static final String KIND = "ServiceAccount";

    @Override
    public void check(List<ProviderDocument> documents, KnownObjects known, Findings findings) {
        for (ProviderDocument document : documents) {
            // Without a name it is the service account that every namespace has.
            Pod.of(document)
                    .map(pod -> pod.spec().field("serviceAccountName"))
                    .filter(Place::exists)
                    .ifPresent(name -> check(name, document.manifest().namespace(), known, findings));
        }
    }

    private static void check(Place place, String namespace, KnownObjects known, Findings findings) {
        String prefix = namespace + "/";
        String name = prefix + place.text();
        if (!known.has(KIND, name)) {
            findings.add(place, "there is no ServiceAccount " + name + "; " + known.insteadOf(KIND, name, prefix));
        }
    }
}
