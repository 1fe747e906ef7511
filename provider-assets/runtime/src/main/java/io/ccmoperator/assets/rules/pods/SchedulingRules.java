// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.pods;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Rules on where and when Pods start: on nodes that no cloud controller manager has initialized, before cluster DNS. */
public final class SchedulingRules {
    /** For each Deployment and DaemonSet. */
    public static final List<Rule<Pod>> OF_WORKLOADS =
            List.of(rule("cloud-label", SchedulingRules::cloudLabels), rule("every-node", SchedulingRules::everyNode));

    /** Labels that a cloud controller manager sets. */
    private static final Set<String> CLOUD_LABELS = Set.of(
            "topology.kubernetes.io/zone",
            "topology.kubernetes.io/region",
            "node.kubernetes.io/instance-type",
            "failure-domain.beta.kubernetes.io/zone",
            "failure-domain.beta.kubernetes.io/region",
            "beta.kubernetes.io/instance-type");

    private static final String ROLE = "node-role.kubernetes.io/";
    private static final Set<String> CONTROL_PLANE = Set.of(ROLE + "master", ROLE + "control-plane");
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

    private SchedulingRules() {}

    private static void cloudLabels(Pod pod, Findings findings) {
        Stream<FieldReader> ofSpread = pod.spec().field("topologySpreadConstraints").items().stream()
                .filter(constraint -> !constraint.field("whenUnsatisfiable").is("ScheduleAnyway"))
                .map(constraint -> constraint.field("topologyKey"));
        Stream.of(selectorKeys(pod), affinityKeys(pod), ofSpread)
                .flatMap(keys -> keys)
                .filter(key -> CLOUD_LABELS.contains(label(key)))
                .forEach(key -> findings.add(
                        key,
                        "nodes get the label " + label(key) + " from the cloud controller manager, which would wait for"
                                + " it; leave it out"));
    }

    /** The label of a member of a node selector, or of a field with a label's name. */
    private static String label(FieldReader key) {
        return key.path().name().equals("key") || key.path().name().equals("topologyKey")
                ? key.string()
                : key.path().name();
    }

    private static Stream<FieldReader> selectorKeys(Pod pod) {
        return pod.spec().field("nodeSelector").members().stream();
    }

    private static Stream<FieldReader> affinityKeys(Pod pod) {
        return pod.spec().field("affinity", "nodeAffinity", REQUIRED, "nodeSelectorTerms").items().stream()
                .flatMap(term -> term.field("matchExpressions").items().stream())
                .filter(expression -> !Set.of("NotIn", "DoesNotExist")
                        .contains(expression.field("operator").string()))
                .map(expression -> expression.field("key"));
    }

    private static void everyNode(Pod pod, Findings findings) {
        boolean ofNodes = pod.isOf("DaemonSet")
                && pod.containers().stream()
                        .anyMatch(container -> container.name().equals("cloud-node-manager"));
        Stream.concat(selectorKeys(pod), affinityKeys(pod))
                .filter(key -> label(key).startsWith(ROLE))
                .filter(key -> ofNodes || !CONTROL_PLANE.contains(label(key)))
                .forEach(key -> findings.add(
                        key,
                        ofNodes
                                ? "nodes without the role would have no node manager, and keep the taint uninitialized; leave"
                                        + " it out"
                                : "control plane nodes need not have this role; leave it out"));
        boolean all = pod.spec().field("tolerations").items().stream()
                .anyMatch(toleration -> !toleration.field("key").exists()
                        && toleration.field("operator").is("Exists")
                        && (!toleration.field("effect").exists()
                                || toleration.field("effect").is("NoSchedule")));
        if (ofNodes && !all) {
            findings.add(
                    pod.spec().field("tolerations"),
                    "nodes with other taints, such as those of infra nodes, would have no node manager; add {operator:"
                            + " Exists, effect: NoSchedule}");
        }
    }
}
