// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.events;

import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLog;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Records warnings in events and the log, each once until it changes. Used by one thread. */
public final class Warnings {
    private static final ObjectLog LOG = ObjectLog.of(Warnings.class);

    private final ObjectCache objects;
    private final EventRecorder events;
    private final EventReason reason;
    private Set<String> recorded = Set.of();

    /**
     * @param objects knows the objects that warnings are about
     * @param reason of the events
     */
    public Warnings(ObjectCache objects, EventRecorder events, EventReason reason) {
        this.objects = objects;
        this.events = events;
        this.reason = reason;
    }

    /**
     * Records those that were not there the last time.
     *
     * @param about the object that they are about
     * @param warnings all that there are now
     */
    public void record(ObjectKey about, List<String> warnings) {
        warnings.forEach(warning -> recordNew(about, warning));
        recorded = Set.copyOf(warnings);
    }

    /**
     * The same of several objects.
     *
     * @param warnings object to the warning that there is now about it, which names the object
     */
    public void record(Map<ObjectKey, String> warnings) {
        warnings.forEach(this::recordNew);
        recorded = Set.copyOf(warnings.values());
    }

    private void recordNew(ObjectKey about, String warning) {
        if (!recorded.contains(warning)) {
            LOG.warn(about, warning);
            events.record(subject(about), reason, warning);
        }
    }

    private EventSubject subject(ObjectKey key) {
        return objects.state(key).object().map(EventSubject::of).orElseGet(() -> EventSubject.of(key));
    }
}
