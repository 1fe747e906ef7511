// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static java.util.stream.Collectors.toMap;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The filters of the scheduler that node selectors, required node affinities and tolerations are for.
 *
 * @param pod the spec of the pods to schedule
 */
public record NodeFilter(KubernetesObject pod) {
    /** Nodes as installers make them, before a cloud controller manager initializes them: of the control plane, and a worker. */
    public static final List<KubernetesObject> SAMPLES = List.of(
            node("kubeadm", "node-role.kubernetes.io/control-plane: ''", "node-role.kubernetes.io/control-plane"),
            node("k3s-server", "node-role.kubernetes.io/control-plane: 'true'", ""),
            node("openshift-master", "node-role.kubernetes.io/master: ''", "node-role.kubernetes.io/master"),
            node("worker", "role: worker", ""));

    /** A server of k3s or RKE2 that is kept for the control plane, before its routes are made: with all taints that go by themselves. */
    public static final KubernetesObject DEDICATED = YamlText.manifest("""
            apiVersion: v1
            kind: Node
            metadata: {name: dedicated, labels: {node-role.kubernetes.io/control-plane: "true", kubernetes.io/os: linux}}
            spec:
              taints:
                - {key: node.cloudprovider.kubernetes.io/uninitialized, value: "true", effect: NoSchedule}
                - {key: node.kubernetes.io/network-unavailable, effect: NoSchedule}
                - {key: node.kubernetes.io/not-ready, effect: NoSchedule}
                - {key: CriticalAddonsOnly, value: "true", effect: NoExecute}
            """);

    /** For the pods of a workload. */
    public static NodeFilter of(KubernetesObject workload) {
        return new NodeFilter(new KubernetesObject(workload.podSpec()));
    }

    /** The names of the nodes on which the pods may run, sorted. */
    public List<String> eligible(List<KubernetesObject> nodes) {
        return nodes.stream()
                .filter(node -> isSelected(node.fields().map("metadata", "labels")))
                .filter(node -> node.fields().maps("spec", "taints").stream().allMatch(this::isTolerated))
                .map(KubernetesObject::name)
                .sorted()
                .toList();
    }

    private boolean isSelected(Map<String, Object> labels) {
        List<Map<String, Object>> terms = pod.fields()
                .maps(
                        "affinity",
                        "nodeAffinity",
                        "requiredDuringSchedulingIgnoredDuringExecution",
                        "nodeSelectorTerms");
        return labels.entrySet().containsAll(pod.fields().map("nodeSelector").entrySet())
                && (terms.isEmpty()
                        || terms.stream()
                                .anyMatch(term -> FieldReader.of(term).maps("matchExpressions").stream()
                                        .allMatch(expression -> matches(expression, labels))));
    }

    private static boolean matches(Map<String, Object> expression, Map<String, Object> labels) {
        Object key = expression.get("key");
        return switch ((String) expression.get("operator")) {
            case "Exists" -> labels.containsKey(key);
            case "In" -> labels.containsKey(key) && ((List<?>) expression.get("values")).contains(labels.get(key));
            default -> throw new IllegalArgumentException("no such operator here: " + expression);
        };
    }

    private boolean isTolerated(Map<String, Object> taint) {
        return pod.fields().maps("tolerations").stream()
                .anyMatch(toleration -> Stream.of("key", "effect")
                                .allMatch(field -> !toleration.containsKey(field)
                                        || Objects.equals(toleration.get(field), taint.get(field)))
                        && ("Exists".equals(toleration.get("operator"))
                                || Objects.equals(
                                        toleration.getOrDefault("value", ""), taint.getOrDefault("value", ""))));
    }

    private static KubernetesObject node(String name, String labels, String taint) {
        String ofRole = taint.isEmpty() ? "" : ", {key: " + taint + ", effect: NoSchedule}";
        return YamlText.manifest(
                """
                apiVersion: v1
                kind: Node
                metadata: {name: %s, labels: {kubernetes.io/os: linux, %s}}
                spec:
                  taints:
                    - {key: node.kubernetes.io/not-ready, effect: NoSchedule}
                    - {key: node.cloudprovider.kubernetes.io/uninitialized, value: 'true', effect: NoSchedule}
                """.formatted(name, labels) + (ofRole.isEmpty() ? "" : "    - " + ofRole.substring(2) + "\n"));
    }

    /** Of several workloads, by kind and name. */
    public static Map<String, List<String>> eligible(List<KubernetesObject> workloads, List<KubernetesObject> nodes) {
        return workloads.stream()
                .collect(toMap(
                        KubernetesObject::display, workload -> of(workload).eligible(nodes)));
    }
}
