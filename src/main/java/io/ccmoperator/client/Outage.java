/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * A time in which the API server cannot be reached. It is one event for all watches: told once, and over for all of them as
 * soon as the server answers one. Lives on the dispatcher's thread.
 */
final class Outage {
    private static final Logger LOG = Logger.getLogger(Outage.class);

    private final String server;
    private final Clock clock;
    private final Set<Runnable> waiting = new LinkedHashSet<>();
    private Instant since;
    private String lastReason = "";

    /** @param server the API server's address, for the log */
    Outage(String server, Clock clock) {
        this.server = server;
        this.clock = clock;
    }

    /**
     * The server was not reached.
     *
     * @param reason for the log, the same text for the same cause
     * @param goOn what is to be done when the server can be reached again
     */
    void goesOn(String reason, Runnable goOn) {
        if (since == null) {
            since = clock.instant();
        }
        if (!reason.equals(lastReason)) {
            LOG.warnf("The API server %s cannot be reached and is asked again and again: %s", server, reason);
            lastReason = reason;
        }
        waiting.add(goOn);
    }

    /** Nobody waits for this any more. */
    void forget(Runnable goOn) {
        waiting.remove(goOn);
    }

    /** The server has answered. */
    void isOver() {
        if (since == null) {
            return;
        }
        LOG.infof(
                "The API server %s answers again after %d s",
                server, Duration.between(since, clock.instant()).toSeconds());
        since = null;
        lastReason = "";
        List<Runnable> all = List.copyOf(waiting);
        waiting.clear();
        all.forEach(Runnable::run);
    }
}
