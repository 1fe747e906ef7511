/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jboss.logging.Logger;

/** Whether the API server answers: one log line when it stops to, and one when it answers again, for all requests together. */
final class ApiServerConnectivity {
    private static final Logger LOG = Logger.getLogger(ApiServerConnectivity.class);

    private final String server;
    private final Clock clock;
    private Instant since;
    private String lastReason = "";

    /** @param server the API server's address, for the log */
    ApiServerConnectivity(String server, Clock clock) {
        this.server = server;
        this.clock = clock;
    }

    /**
     * A connection could not be made, or was cut off before an answer.
     *
     * @param reason for the log, the same text for the same cause
     */
    synchronized void unreachable(String reason) {
        if (since == null) {
            since = clock.instant();
        }
        if (!reason.equals(lastReason)) {
            LOG.warnf("API server %s unreachable, retrying: %s", server, reason);
            lastReason = reason;
        }
    }

    /** The server has answered, whatever it said. */
    synchronized void answered() {
        if (since != null) {
            LOG.infof(
                    "API server %s answers again after %d s",
                    server, Duration.between(since, clock.instant()).toSeconds());
            since = null;
            lastReason = "";
        }
    }
}
