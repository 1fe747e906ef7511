// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.pods;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;

/** Rules on every pod of a provider: the pods of workloads and the static Pods of the bootstrap VM. */
public final class PodRules {
    /** For each pod. */
    public static final List<Rule<Pod>> RULES = List.of(
            rule("cloud-container", PodRules::cloudContainer),
            rule("host-network", PodRules::hostNetwork),
            rule("priority-class", PodRules::priorityClass),
            rule("pod-start", PodRules::start),
            rule("mount", PodRules::mounts));

    private static final List<String> READ_ONLY_SOURCES = List.of("hostPath", "configMap", "secret");

    private static final String CLUSTER_CRITICAL = "system-cluster-critical";
    private static final String NODE_CRITICAL = "system-node-critical";

    private PodRules() {}

    private static void cloudContainer(Pod pod, Findings findings) {
        // A container without a name is another mistake.
        if (pod.containers().stream()
                .noneMatch(
                        container -> container.isOfCloud() || container.name().isEmpty())) {
            findings.add(
                    pod.spec().field("containers"),
                    "has to have a container named cloud-controller-manager or cloud-node-manager");
        }
    }

    private static void hostNetwork(Pod pod, Findings findings) {
        if (!pod.spec().field("hostNetwork").is(true)) {
            findings.add(pod.spec().field("hostNetwork"), "has to be true; the pod network may not exist yet");
        }
    }

    private static void priorityClass(Pod pod, Findings findings) {
        FieldReader priority = pod.spec().field("priorityClassName");
        List<String> valid = switch (pod.kind()) {
            case "Deployment" -> List.of(CLUSTER_CRITICAL);
            case "DaemonSet" -> List.of(NODE_CRITICAL);
            default -> List.of(CLUSTER_CRITICAL, NODE_CRITICAL);
        };
        if (!valid.contains(priority.string())) {
            findings.add(
                    priority,
                    (priority.exists() ? "has to be " : "is missing; write ") + String.join(" or ", valid) + " in a "
                            + pod.kind() + ", so that other Pods are evicted first");
        }
    }

    private static void start(Pod pod, Findings findings) {
        FieldReader dns = pod.spec().field("dnsPolicy");
        if (dns.is("ClusterFirstWithHostNet")) {
            findings.add(
                    dns,
                    "cluster DNS runs on nodes that are initialized, and so waits for this Pod; write Default, or leave it"
                            + " out");
        }
        FieldReader period = pod.spec().field("terminationGracePeriodSeconds");
        if (period.value() instanceof Number seconds && seconds.longValue() <= 0) {
            findings.add(period, "the container has no time to release its lease; write 30 or more, or leave it out");
        }
        pod.allContainers().stream()
                .map(container -> container.fields().field("imagePullPolicy"))
                .filter(policy -> policy.is("Never"))
                .forEach(policy ->
                        findings.add(policy, "no node has the image before it is pulled; write IfNotPresent"));
    }

    private static void mounts(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
            for (FieldReader mount : container.mounts()) {
                FieldReader name = mount.field("name");
                Optional<FieldReader> volume = pod.volume(name.string());
                if (volume.filter(PodRules::isReadOnlySource).isPresent()
                        && !mount.field("readOnly").is(true)) {
                    findings.add(
                            mount.field("readOnly"),
                            "has to be true for host paths, ConfigMaps and Secrets such as volume " + name.string());
                }
            }
        }
    }

    private static boolean isReadOnlySource(FieldReader volume) {
        return READ_ONLY_SOURCES.stream()
                        .anyMatch(source -> volume.field(source).exists())
                || volume.field("projected", "sources").items().stream()
                        .anyMatch(projected -> READ_ONLY_SOURCES.stream()
                                .anyMatch(source -> projected.field(source).exists()));
    }

    /** Adds a finding for each taint that a pod does not tolerate. */
    static void tolerate(Pod pod, List<Taint> taints, Findings findings) {
        FieldReader tolerations = pod.spec().field("tolerations");
        for (Taint taint : taints) {
            if (tolerations.items().stream().noneMatch(taint::isToleratedBy)) {
                findings.add(
                        tolerations,
                        "the taint " + String.join(" or ", taint.keys())
                                + " with effect NoSchedule has to be tolerated (operator Exists)");
            }
        }
    }
}
