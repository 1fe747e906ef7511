/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.List;
import java.util.Set;

/** Pods tolerate the taints of nodes that wait for them. */
final class Tolerations implements PodRule {
    private static final Taint UNINITIALIZED =
            new Taint(List.of("node.cloudprovider.kubernetes.io/uninitialized"), Set.of("", "true"));
    private static final Taint NOT_READY = new Taint(List.of("node.kubernetes.io/not-ready"), Set.of(""));
    private static final Taint CONTROL_PLANE =
            new Taint(List.of("node-role.kubernetes.io/master", "node-role.kubernetes.io/control-plane"), Set.of(""));

    /** What Deployments and DaemonSets tolerate. */
    static final Tolerations OF_WORKLOADS = new Tolerations(List.of(UNINITIALIZED, CONTROL_PLANE, NOT_READY));

    /** What static Pods for the bootstrap VM tolerate. */
    static final Tolerations OF_BOOTSTRAP_PODS = new Tolerations(List.of(UNINITIALIZED, NOT_READY));

    private final List<Taint> taints;

    private Tolerations(List<Taint> taints) {
        this.taints = taints;
    }

    /**
     * A taint with the effect NoSchedule.
     *
     * @param keys its key, or the ones that it may have
     * @param values the values that it may have
     */
    private record Taint(List<String> keys, Set<String> values) {
        boolean isToleratedBy(Place toleration) {
            String effect = toleration.field("effect").text();
            String key = toleration.field("key").text();
            boolean exists = toleration.field("operator").is("Exists");
            return (effect.isEmpty() || effect.equals("NoSchedule"))
                    && (key.isEmpty() ? exists : keys.contains(key))
                    && (exists || values.contains(toleration.field("value").text()));
        }
    }

    @Override
    public void check(Pod pod, Findings findings) {
        Place tolerations = pod.spec().field("tolerations");
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
