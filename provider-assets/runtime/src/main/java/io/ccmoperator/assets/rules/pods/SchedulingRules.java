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
    public static final List<Rule<Pod>> OF_WORKLOADS = List.of(
            rule("scheduler", SchedulingRules::scheduler),
            rule("cloud-label", SchedulingRules::cloudLabels),
            rule("one-node", SchedulingRules::oneNode),
            rule("other-pods", SchedulingRules::otherPods),
            rule("every-node", SchedulingRules::everyNode));

    /** Labels that a cloud controller manager sets. */
    private static final Set<String> CLOUD_LABELS = Set.of(
            "topology.kubernetes.io/zone",
            "topology.kubernetes.io/region",
            "node.kubernetes.io/instance-type",
            "failure-domain.beta.kubernetes.io/zone",
            "failure-domain.beta.kubernetes.io/region",
            "beta.kubernetes.io/instance-type");

    private static final String HOST = "kubernetes.io/hostname";
    private static final String ROLE = "node-role.kubernetes.io/";
    private static final Set<String> CONTROL_PLANE = Set.of(ROLE + "master", ROLE + "control-plane");
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

    private SchedulingRules() {}

    private static void scheduler(Pod pod, Findings findings) {
        Stream.of("schedulerName", "runtimeClassName")
                .map(pod.spec()::field)
                .filter(name -> name.exists() && !name.is("") && !name.is("default-scheduler"))
                .forEach(name -> findings.add(
                        name, "is of a component that may not run yet, without which no Pod starts; leave it out"));
        if (!pod.spec().list("schedulingGates").isEmpty()) {
            findings.add(
                    pod.spec().field("schedulingGates"),
                    "no component removes the gates, so that no Pod starts; leave them out");
        }
        if (!pod.spec().list("resourceClaims").isEmpty()) {
            findings.add(pod.spec().field("resourceClaims"), "no driver of devices runs yet; leave them out");
        }
    }

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

    private static void oneNode(Pod pod, Findings findings) {
        FieldReader name = pod.spec().field("nodeName");
        Stream.concat(
                        Stream.of(name).filter(FieldReader::exists),
                        Stream.concat(selectorKeys(pod), affinityKeys(pod))
                                .filter(key -> label(key).equals(HOST)))
                .forEach(field -> findings.add(field, "names a node, which other clusters do not have; leave it out"));
    }

    private static void otherPods(Pod pod, Findings findings) {
        FieldReader affinity = pod.spec().field("affinity", "podAffinity", REQUIRED);
        if (!affinity.items().isEmpty()) {
            findings.add(affinity, "would wait for Pods of others; leave it out, or make it preferred");
        }
        List<FieldReader> terms =
                pod.spec().field("affinity", "podAntiAffinity", REQUIRED).items();
        boolean hasHost =
                terms.stream().anyMatch(term -> term.field("topologyKey").is(HOST));
        for (FieldReader term : terms) {
            if ((hasHost || pod.isOf("DaemonSet"))
                    && !term.field("topologyKey").is(HOST)
                    && term.field("topologyKey").exists()) {
                findings.add(
                        term.field("topologyKey"),
                        "there may be fewer such domains than Pods, some of which would never start; make the term"
                                + " preferred");
            }
            Stream.of("namespaces", "namespaceSelector")
                    .map(term::field)
                    .filter(FieldReader::exists)
                    .forEach(field -> findings.add(
                            field,
                            "keeps the Pods from hosts with Pods of others, which every host has; leave it out"));
        }
    }

    /** A node manager may have a second DaemonSet for Windows; the kubelet rejects Pods of the other system. */
    private static void operatingSystem(Pod pod, boolean ofNodes, Findings findings) {
        FieldReader selected = pod.spec().field("nodeSelector", "kubernetes.io/os");
        if (ofNodes && pod.isForWindows()) {
            if (!selected.is("windows")) {
                findings.add(
                        selected,
                        "has to be windows, since nodes with Linux reject the Pods, whose os.name is windows");
            }
            return;
        }
        Stream.concat(selectorKeys(pod), Stream.of(pod.spec().field("os", "name")))
                .filter(field -> field.is("windows"))
                .forEach(field -> findings.add(
                        field,
                        ofNodes
                                ? "the Pods do not say that they are for Windows; write os.name windows, too, or write linux"
                                : "control plane nodes run Linux; write linux"));
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
        operatingSystem(pod, ofNodes, findings);
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
