// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

/** What an election does next: one request, or a wait. */
sealed interface Action {
    record Read() implements Action {}

    record Create(Lease lease) implements Action {}

    /** A write that the server rejects if the Lease has changed since it was read. */
    record Replace(Lease lease) implements Action {}

    /**
     * No request until that time, or until a watch reports the Lease.
     *
     * @param untilNanos a local monotonic time
     */
    record Idle(long untilNanos) implements Action {}

    /** The election has ended. */
    record Finished() implements Action {}
}
