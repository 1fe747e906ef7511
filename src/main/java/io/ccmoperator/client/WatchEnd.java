/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import java.time.Duration;

/** How an attempt to watch ended. */
sealed interface WatchEnd {
    /** In good order: the time was over, the server went away, or the version was too old to go on from. */
    record Over() implements WatchEnd {}

    /** The server does not have the kind. */
    record KindMissing() implements WatchEnd {}

    /** The server cannot tell the beginning in the watch itself. */
    record NoWatchLists() implements WatchEnd {}

    /** @param reason why the server was not reached, for the log, the same text for the same cause */
    record Unreachable(String reason) implements WatchEnd {}

    /**
     * The server has no time now.
     *
     * @param reason for the log, the same text for the same cause
     * @param pause how long it asks to wait
     */
    record Busy(String reason, Duration pause) implements WatchEnd {}

    /** @param reason for the log, the same text for the same cause */
    record Failed(String reason) implements WatchEnd {}
}
