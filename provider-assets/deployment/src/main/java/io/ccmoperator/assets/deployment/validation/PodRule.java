/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

/** A rule for a Pod or the template of pods in a workload, looked at alone. */
interface PodRule {
    /** Adds a finding for each breach. */
    void check(Pod pod, Findings findings);
}
