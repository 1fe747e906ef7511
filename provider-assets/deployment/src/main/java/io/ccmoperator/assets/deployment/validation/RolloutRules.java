// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.Rule.rule;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;

/** Rules on how Pods are replaced, and whether they can start and stop. */
final class RolloutRules {
    /** For each Deployment and DaemonSet. */
    static final List<Rule<Pod>> OF_WORKLOADS = List.of(rule("rollout-end", RolloutRules::rollout));

    /** For each pod. */
    static final List<Rule<Pod>> OF_PODS = List.of(rule("pod-start", RolloutRules::start));

    private static final int MAX_REPLICAS = 3;

    private RolloutRules() {}

    private static void rollout(Pod pod, Findings findings) {
        FieldReader spec = pod.object().field("spec");
        if (spec.field("paused").is(true)) {
            findings.add(spec.field("paused"), "no change would be rolled out; leave it out");
        }
        if (spec.field("updateStrategy", "type").is("OnDelete")
                && !spec.field("updateStrategy", "rollingUpdate").exists()) {
            findings.add(
                    spec.field("updateStrategy", "type"),
                    "no update would be rolled out; write RollingUpdate with maxUnavailable 10%");
        }
        FieldReader surge = spec.field("updateStrategy", "rollingUpdate", "maxSurge");
        if (surge.exists() && !surge.is(0L) && !surge.is("0%")) {
            findings.add(surge, "old and new Pods would use the same ports of the host; leave it out, or write 0");
        }
        if (spec.field("replicas").value() instanceof Long number && number > MAX_REPLICAS) {
            findings.add(
                    spec.field("replicas"),
                    "is more than the three nodes that most control planes have, so that the rollout would never"
                            + " complete; write 2");
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
        pod.allContainers().stream()
                .map(container -> container.fields().field("imagePullPolicy"))
                .filter(policy -> policy.is("Never"))
                .forEach(policy ->
                        findings.add(policy, "no node has the image before it is pulled; write IfNotPresent"));
        FieldReader grace = pod.spec().field("terminationGracePeriodSeconds");
        if (grace.is(0L)) {
            findings.add(grace, "the container has no time to release its lease; write 30 or more, or leave it out");
        }
    }
}
