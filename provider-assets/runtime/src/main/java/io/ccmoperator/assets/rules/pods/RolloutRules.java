// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.pods;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;

/** Rules on the rollout of workloads whose Pods use ports of the host: it begins by itself, can end, and never runs two Pods on a host. */
public final class RolloutRules {
    /** For each Deployment and DaemonSet. */
    public static final List<Rule<Pod>> OF_WORKLOADS = List.of(
            rule("replicas", RolloutRules::replicas),
            rule("rollout-end", RolloutRules::end),
            rule("rollout-strategy", RolloutRules::strategy));

    private static final String SAME_PORT = "old and new Pods would use the same port of the host";

    private RolloutRules() {}

    private static void replicas(Pod pod, Findings findings) {
        FieldReader replicas = pod.object().field("spec", "replicas");
        if (pod.isOf("Deployment") && !(replicas.value() instanceof Number number && number.longValue() >= 2)) {
            findings.addDecisive(
                    replicas, null, "has to be 2 or more; on a single control plane node the operator makes it 1");
        }
    }

    private static void end(Pod pod, Findings findings) {
        FieldReader spec = pod.object().field("spec");
        if (pod.isOf("Deployment")) {
            if (spec.at("replicas") instanceof Number number && number.longValue() > 3) {
                findings.add(
                        spec.field("replicas"),
                        "is more than the three nodes that most control planes have, so that the rollout would never"
                                + " complete; write 2");
            }
            if (spec.field("paused").is(true)) {
                findings.add(spec.field("paused"), "no change would be rolled out; leave it out");
            }
            return;
        }
        FieldReader strategy = spec.field("updateStrategy");
        if (strategy.field("type").is("OnDelete")) {
            findings.add(
                    strategy.field("type"),
                    "no update would be rolled out; write RollingUpdate with maxUnavailable 10%");
        }
        FieldReader surge = strategy.field("rollingUpdate", "maxSurge");
        if (surge.exists() && !isZero(surge)) {
            findings.add(surge, "old and new Pods would use the same ports of the host; leave it out, or write 0");
        }
    }

    private static void strategy(Pod pod, Findings findings) {
        if (!pod.isOf("Deployment")) {
            return;
        }
        FieldReader strategy = pod.object().field("spec", "strategy");
        FieldReader type = strategy.field("type");
        if (type.is("RollingUpdate")) {
            FieldReader surge = strategy.field("rollingUpdate", "maxSurge");
            if (!isZero(surge)) {
                findings.add(surge, "has to be 0; " + SAME_PORT);
            }
            FieldReader unavailable = strategy.field("rollingUpdate", "maxUnavailable");
            if (!unavailable.is(1L)) {
                findings.add(unavailable, "has to be 1, so that the other Pods work while one is replaced");
            }
        } else if (!type.is("Recreate")) {
            findings.add(
                    type, "has to be RollingUpdate with maxSurge 0 and maxUnavailable 1, or Recreate; " + SAME_PORT);
        }
    }

    private static boolean isZero(FieldReader count) {
        return count.is(0L) || count.is("0%");
    }
}
