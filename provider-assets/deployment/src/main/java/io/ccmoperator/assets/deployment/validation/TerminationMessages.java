/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

/** Each container leaves its last log lines as its termination message. */
final class TerminationMessages implements PodRule {
    private static final String POLICY = "FallbackToLogsOnError";

    @Override
    public void check(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
            Place policy = container.place().field("terminationMessagePolicy");
            if (!policy.is(POLICY)) {
                findings.add(policy, "has to be " + POLICY);
            }
        }
    }
}
