/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cloudconfig;

import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.EventReason;
import io.ccmoperator.status.EventRecorder;
import io.ccmoperator.status.EventSubject;
import java.util.List;
import org.jboss.logging.Logger;

/** Tells of what is not as it should be, once until it changes. Used by one thread. */
final class Warnings {
    private static final Logger LOG = Logger.getLogger(Warnings.class);

    private final EventRecorder events;
    private List<String> told = List.of();

    Warnings(EventRecorder events) {
        this.events = events;
    }

    /** @param about the ConfigMap that events are about */
    void tell(ObjectKey about, List<String> warnings) {
        if (!warnings.equals(told)) {
            told = warnings;
            for (String warning : warnings) {
                LOG.warnf("%s: %s", about, warning);
                events.record(EventSubject.of(about), EventReason.CLOUD_CONFIG_CHECK_FAILED, warning);
            }
        }
    }
}
