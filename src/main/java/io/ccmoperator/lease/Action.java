/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.lease;

/** What an election does next. */
sealed interface Action {
    /** Reads the Lease. */
    record Read() implements Action {}

    /** Creates the Lease. */
    record Create(Lease lease) implements Action {}

    /** Replaces the Lease, if it is still the one that was read. */
    record Replace(Lease lease) implements Action {}

    /**
     * Nothing until then, or until something is heard of the Lease.
     *
     * @param untilNanos a local monotonic time
     */
    record Idle(long untilNanos) implements Action {}

    /** Nothing any more. */
    record Finished() implements Action {}
}
