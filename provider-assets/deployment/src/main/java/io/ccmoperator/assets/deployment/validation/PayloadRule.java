/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

/** One rule for the release payload, looked at alone. */
interface PayloadRule {
    /** Adds a finding for each breach. */
    void check(Payload payload, Findings findings);
}
