// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import java.time.Duration;
import java.util.Optional;

/**
 * The flags of leader election, without defaults, and their names for messages.
 *
 * @param enabled --leader-elect
 * @param duration --leader-elect-lease-duration, where given
 * @param renewDeadline --leader-elect-renew-deadline, where given
 * @param retryPeriod --leader-elect-retry-period, where given
 * @param namespace --leader-elect-resource-namespace
 * @param name --leader-elect-resource-name
 */
public record LeaseFlags(
        boolean enabled,
        Optional<Duration> duration,
        Optional<Duration> renewDeadline,
        Optional<Duration> retryPeriod,
        String namespace,
        String name) {
    /** Whether the operator takes part in an election at all. */
    public static final String ENABLED = "--leader-elect";

    /** How long others wait after the holder's last renewal. */
    public static final String DURATION = "--leader-elect-lease-duration";

    /** How long the holder leads without a renewal. */
    public static final String RENEW_DEADLINE = "--leader-elect-renew-deadline";

    /** How often the Lease is renewed, or read by others. */
    public static final String RETRY_PERIOD = "--leader-elect-retry-period";

    /** The namespace of the Lease. */
    public static final String NAMESPACE = "--leader-elect-resource-namespace";

    /** The name of the Lease. */
    public static final String NAME = "--leader-elect-resource-name";

    /** The kind of the lock; {@link LeaseSettings#RESOURCE_LOCK} is the only one. */
    public static final String RESOURCE_LOCK = "--leader-elect-resource-lock";

    /** Whether none of the three durations is given. */
    boolean hasNoTiming() {
        return duration.isEmpty() && renewDeadline.isEmpty() && retryPeriod.isEmpty();
    }
}
