// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import java.time.Instant;
import java.util.Optional;

/**
 * What this process has seen of the configuration that a workload has.
 *
 * @param isProven whether it works
 * @param wasRolledOut whether its rollout was complete, which is the best that is known where nothing is proven
 * @param end that its Pods end, and that it may be why
 */
record ConfigurationTrial(boolean isProven, boolean wasRolledOut, Optional<End> end) {
    /** Nothing was seen. */
    static final ConfigurationTrial NONE = new ConfigurationTrial(false, false, Optional.empty());

    /**
     * Pods have ended.
     *
     * @param identity of the configuration that was tried, with all that may let its Pods work another time
     * @param at when
     * @param words what a Pod said of itself
     */
    record End(String identity, Instant at, String words) {}
}
