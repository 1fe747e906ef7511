/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.Manifest;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** Stands in for the controllers of the cloud configuration and of the trusted CA bundle, which the operator does not have yet. */
final class SyncControllers {
    private SyncControllers() {}

    /** Writes what they leave behind when all is well: their ConfigMaps, and their conditions. */
    static void standIn(ClusterClient client) throws IOException {
        for (String name : List.of("cloud-conf", "ccm-trusted-ca")) {
            client.create(object("v1", "ConfigMap", ManagedNamespace.DEFAULT, name, Map.of("data", Map.of())));
        }
        client.create(object(
                "config.openshift.io/v1",
                "ClusterOperator",
                "",
                "cloud-controller-manager",
                Map.of("spec", Map.of(), "status", Map.of("conditions", conditions()))));
    }

    private static List<Map<String, Object>> conditions() {
        return List.of(
                condition("CloudConfigControllerAvailable", "True", "Cloud Config Controller works as expected"),
                condition("CloudConfigControllerDegraded", "False", "Cloud Config Controller works as expected"),
                condition(
                        "TrustedCABundleControllerControllerAvailable",
                        "True",
                        "Trusted CA Bundle Controller works as expected"),
                condition(
                        "TrustedCABundleControllerControllerDegraded",
                        "False",
                        "Trusted CA Bundle Controller works as expected"));
    }

    private static Map<String, Object> condition(String type, String status, String message) {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        return Map.of(
                "type", type, "status", status, "reason", "AsExpected", "message", message, "lastTransitionTime", now);
    }

    private static Manifest object(
            String apiVersion, String kind, String namespace, String name, Map<String, Object> rest) {
        Map<String, Object> tree = new java.util.LinkedHashMap<>();
        tree.put("apiVersion", apiVersion);
        tree.put("kind", kind);
        tree.put("metadata", namespace.isEmpty() ? Map.of("name", name) : Map.of("name", name, "namespace", namespace));
        tree.putAll(rest);
        return new Manifest(tree);
    }
}
