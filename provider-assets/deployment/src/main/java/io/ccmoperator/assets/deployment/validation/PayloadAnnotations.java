/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Each manifest says to which capability it belongs and in which clusters the Cluster Version Operator applies it. */
final class PayloadAnnotations implements PayloadRule {
    private static final Map<String, String> OF_ALL = Map.of(
            "include.release.openshift.io/self-managed-high-availability", "true",
            "include.release.openshift.io/single-node-developer", "true");

    private static final String CAPABILITY = "capability.openshift.io/name";

    /** Hosted control planes have a ClusterOperator of their own. */
    private static final String EXCLUDE_HOSTED = "exclude.release.openshift.io/internal-openshift-hosted";

    @Override
    public void check(Payload payload, Findings findings) {
        payload.manifests().forEach(document -> check(document, findings));
    }

    private static void check(ProviderDocument document, Findings findings) {
        Place annotations = Place.root(document).field("metadata", "annotations");
        wanted(document.manifest().kind()).forEach((name, value) -> {
            if (!annotations.field(name).is(value)) {
                findings.add(annotations.field(name), "has to be \"" + value + "\"");
            }
        });
    }

    private static SortedMap<String, String> wanted(String kind) {
        SortedMap<String, String> wanted = new TreeMap<>(OF_ALL);
        wanted.put(
                CAPABILITY,
                kind.equals("CredentialsRequest")
                        ? "CloudCredential+CloudControllerManager"
                        : "CloudControllerManager");
        if (kind.equals("ClusterOperator")) {
            wanted.put(EXCLUDE_HOSTED, "true");
        }
        return wanted;
    }
}
