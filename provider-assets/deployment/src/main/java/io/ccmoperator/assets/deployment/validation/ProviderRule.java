/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

/** One rule for one provider, looked at alone. */
interface ProviderRule {
    /** Adds a finding for each breach. */
    void check(ProviderCandidate provider, Findings findings);
}
