/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.lease;

/** What an election does next. */
sealed interface Step {
    /** Reads the Lease. */
    record Read() implements Step {}

    /** Creates the Lease. */
    record Create(Lease lease) implements Step {}

    /** Replaces the Lease, if it is still the one that was read. */
    record Replace(Lease lease) implements Step {}

    /**
     * Nothing until then, or until something is heard of the Lease.
     *
     * @param untilNanos a local monotonic time
     */
    record Idle(long untilNanos) implements Step {}

    /** Nothing any more. */
    record Finished() implements Step {}
}
