/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.List;

/** Pods have the priority of what a cluster or a node cannot do without. */
final class PriorityClasses implements PodRule {
    @Override
    public void check(Pod pod, Findings findings) {
        Place priority = pod.spec().field("priorityClassName");
        List<String> allowed = switch (pod.kind()) {
            case "Deployment" -> List.of("system-cluster-critical");
            case "DaemonSet" -> List.of("system-node-critical");
            default -> List.of("system-cluster-critical", "system-node-critical");
        };
        if (!allowed.contains(priority.text())) {
            findings.add(priority, "has to be " + String.join(" or ", allowed) + " in a " + pod.kind());
        }
    }
}
