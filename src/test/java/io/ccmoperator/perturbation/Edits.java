// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import io.ccmoperator.assets.KubernetesObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Changes by hand that the operator undoes. */
final class Edits {
    private Edits() {}

    /** Changes something of an object that the operator owns. */
    static void edit(KubernetesObject live, Random random) {
        switch (live.kind()) {
            case "Deployment", "DaemonSet" -> editWorkload(live, random);
            case "ConfigMap" -> live.tree().put("data", new LinkedHashMap<>(Map.of("cloud.conf", "other")));
            case "Service" -> live.fields().maps("spec", "ports").get(0).put("port", 1L + random.nextInt(60000));
            case "PodDisruptionBudget" -> live.fields().map("spec").put("minAvailable", 0L);
            case "Role", "ClusterRole" -> live.tree().put("rules", new ArrayList<>());
            case "RoleBinding", "ClusterRoleBinding" -> live.tree().put("subjects", new ArrayList<>());
            case "ValidatingAdmissionPolicy" -> live.fields().map("spec").put("failurePolicy", "Ignore");
            default -> live.fields().map("metadata", "labels").remove("app.kubernetes.io/managed-by");
        }
    }

    private static void editWorkload(KubernetesObject live, Random random) {
        switch (random.nextInt(3)) {
            case 0 -> live.containers().get(0).put("image", "other-" + random.nextInt(1000));
            case 1 -> live.fields().map("metadata", "labels").remove("app.kubernetes.io/managed-by");
            default -> live.fields().map("spec").put("minReadySeconds", 1L + random.nextInt(100));
        }
    }

    /** Adds a label of another client. */
    static void label(KubernetesObject live, String label) {
        Object labels =
                live.fields().map("metadata").computeIfAbsent("labels", key -> new LinkedHashMap<String, Object>());
        @SuppressWarnings("unchecked")
        Map<String, Object> map = (Map<String, Object>) labels;
        map.put(label, "kept");
    }
}
