/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

/** Of the replicas of a Deployment, one works. */
final class LeaderElection implements PodRule {
    private static final String FLAG = "--leader-elect=true";

    @Override
    public void check(Pod pod, Findings findings) {
        pod.cloudContainer()
                .filter(container -> !container.hasFlag(FLAG))
                .ifPresent(container -> findings.add(container.args(), "has to have " + FLAG));
    }
}
