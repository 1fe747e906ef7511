/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Workloads of the control plane require its nodes by the role that Kubernetes gives them, whatever the value of the label: kubeadm's
 * is empty, that of k3s is true. Tolerations of the role master stay, for nodes that still have the taint.
 */
record ControlPlaneNodes() implements Substitution {
    private static final String ROLE = "node-role.kubernetes.io/control-plane";
    private static final String MASTER = "node-role.kubernetes.io/master";

    @Override
    public void apply(KubernetesObject object) {
        if (object.isWorkload()) {
            requireByAffinity(object.podSpec());
            tolerate(object.podSpec());
        }
    }

    @SuppressWarnings("unchecked")
    private static void requireByAffinity(Map<String, Object> pod) {
        if (!(pod.get("nodeSelector") instanceof Map<?, ?> selector)
                || !selector.keySet().removeAll(List.of(ROLE, MASTER))) {
            return;
        }
        if (selector.isEmpty()) {
            pod.remove("nodeSelector");
        }
        Map<String, Object> required = pod;
        for (String field : List.of("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution")) {
            required = (Map<String, Object>) required.computeIfAbsent(field, key -> new LinkedHashMap<>());
        }
        List<Object> terms = list(required, "nodeSelectorTerms");
        if (terms.isEmpty()) {
            terms.add(new LinkedHashMap<>());
        }
        // A node has to match one term, so each of them requires the role.
        terms.forEach(
                term -> list((Map<String, Object>) term, "matchExpressions").add(exists(ROLE)));
    }

    private static void tolerate(Map<String, Object> pod) {
        if (!(pod.get("tolerations") instanceof List<?> tolerations) || tolerates(tolerations, ROLE)) {
            return;
        }
        if (tolerates(tolerations, MASTER)) {
            Map<String, Object> toleration = exists(ROLE);
            toleration.put("effect", "NoSchedule");
            list(pod, "tolerations").add(0, toleration);
        }
    }

    private static boolean tolerates(List<?> tolerations, String key) {
        return tolerations.stream()
                .anyMatch(toleration -> toleration instanceof Map<?, ?> map && key.equals(map.get("key")));
    }

    private static Map<String, Object> exists(String key) {
        Map<String, Object> exists = new LinkedHashMap<>();
        exists.put("key", key);
        exists.put("operator", "Exists");
        return exists;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Map<String, Object> map, String field) {
        return (List<Object>) map.computeIfAbsent(field, key -> new ArrayList<>());
    }
}
