// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.cluster.Topology;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Workloads of the control plane require its nodes by the role that Kubernetes gives them, whatever the value of the label: kubeadm's
 * is empty, that of k3s is true. Where the control plane has no nodes in the cluster, they require Linux instead. Tolerations of the role
 * master stay, for nodes that still have the taint.
 *
 * <p>They tolerate two more taints: {@code node.kubernetes.io/network-unavailable}, which nodes have until the route controller of this very
 * program has made their routes (a DaemonSet, as the clouds' charts have it, tolerates it by itself), and {@code CriticalAddonsOnly}, by which
 * k3s and RKE2 keep other programs off dedicated servers.
 *
 * @param topology whether there are nodes of the control plane
 */
record ControlPlaneNodes(Topology topology) implements Substitution {
    private static final String ROLE = "node-role.kubernetes.io/control-plane";
    private static final String SYSTEM = "kubernetes.io/os";
    private static final String MASTER = "node-role.kubernetes.io/master";
    private static final String WITHOUT_ROUTES = "node.kubernetes.io/network-unavailable";
    private static final String ADDONS = "CriticalAddonsOnly";

    @Override
    public void apply(KubernetesObject object) {
        if (object.isWorkload()) {
            require(object.podSpec());
            tolerate(object.podSpec());
        }
    }

    private void require(Map<String, Object> pod) {
        Map<String, Object> selector = FieldReader.of(pod).map("nodeSelector");
        if (selector.isEmpty() || !selector.keySet().removeAll(List.of(ROLE, MASTER))) {
            return;
        }
        if (topology == Topology.EXTERNAL) {
            selector.put(SYSTEM, "linux");
            return;
        }
        if (selector.isEmpty()) {
            pod.remove("nodeSelector");
        }
        requireByAffinity(pod);
    }

    private static void requireByAffinity(Map<String, Object> pod) {
        Map<String, Object> required =
                new FieldWriter(pod).map("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution");
        List<Object> terms = new FieldWriter(required).list("nodeSelectorTerms");
        if (terms.isEmpty()) {
            terms.add(new LinkedHashMap<>());
        }
        // A node has to match one term, so each of them requires the role.
        FieldReader.of(terms)
                .maps()
                .forEach(term -> new FieldWriter(term).list("matchExpressions").add(exists(ROLE)));
    }

    private static void tolerate(Map<String, Object> pod) {
        if (!tolerates(pod, MASTER)) {
            return;
        }
        List<Object> tolerations = new FieldWriter(pod).list("tolerations");
        if (!tolerates(pod, ROLE)) {
            tolerations.add(0, withoutScheduling(ROLE));
        }
        if (!tolerates(pod, WITHOUT_ROUTES)) {
            tolerations.add(withoutScheduling(WITHOUT_ROUTES));
        }
        if (!tolerates(pod, ADDONS)) {
            tolerations.add(exists(ADDONS));
        }
    }

    private static Map<String, Object> withoutScheduling(String key) {
        Map<String, Object> toleration = exists(key);
        toleration.put("effect", "NoSchedule");
        return toleration;
    }

    private static boolean tolerates(Map<String, Object> pod, String key) {
        return FieldReader.of(pod).maps("tolerations").stream()
                .anyMatch(toleration -> key.equals(toleration.get("key")));
    }

    private static Map<String, Object> exists(String key) {
        Map<String, Object> exists = new LinkedHashMap<>();
        exists.put("key", key);
        exists.put("operator", "Exists");
        return exists;
    }
}
