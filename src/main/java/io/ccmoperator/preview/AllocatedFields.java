// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import io.ccmoperator.assets.KubernetesObject;
import java.util.List;
import java.util.Map;

/** Fields of a new Service that the API server allocates: a dry run returns values that the Service would not get. */
final class AllocatedFields {
    private static final List<String> OF_SPEC = List.of("clusterIP", "clusterIPs", "healthCheckNodePort");
    private static final String OF_PORT = "nodePort";

    private AllocatedFields() {}

    /**
     * Removes them from the result of a dry run.
     *
     * @param created the result
     * @param desired what was sent: fields that it sets stay
     */
    static void removeFrom(KubernetesObject created, KubernetesObject desired) {
        if (!created.kind().equals("Service")) {
            return;
        }
        Map<String, Object> sent = desired.fields().map("spec");
        Map<String, Object> spec = created.fields().map("spec");
        // The second of the two follows the first.
        boolean isSent = sent.containsKey("clusterIP") || sent.containsKey("clusterIPs");
        OF_SPEC.stream()
                .filter(field -> !sent.containsKey(field) && !(isSent && field.startsWith("clusterIP")))
                .forEach(spec::remove);
        boolean setsPort = desired.fields().maps("spec", "ports").stream().anyMatch(port -> port.containsKey(OF_PORT));
        if (!setsPort) {
            created.fields().maps("spec", "ports").forEach(port -> port.remove(OF_PORT));
        }
    }
}
