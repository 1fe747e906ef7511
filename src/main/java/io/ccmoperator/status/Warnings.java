/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.status;

import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;

/** Tells of what is not as it should be, in events and the log, once until it changes. Used by one thread. */
public final class Warnings {
    private static final Logger LOG = Logger.getLogger(Warnings.class);

    private final EventRecorder events;
    private final EventReason reason;
    private Set<String> told = Set.of();

    /** @param reason of the events */
    public Warnings(EventRecorder events, EventReason reason) {
        this.events = events;
        this.reason = reason;
    }

    /**
     * Tells those that were not there the last time.
     *
     * @param about the object that they are about
     * @param warnings all that there are now
     */
    public void tell(EventSubject about, List<String> warnings) {
        for (String warning : warnings) {
            if (!told.contains(warning)) {
                LOG.warnf("%s %s: %s", about.kind(), about.name(), warning);
                events.record(about, reason, warning);
            }
        }
        told = Set.copyOf(warnings);
    }
}
