// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.events;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The Events of the last hour, the most recent ones at the end. Every method holds the object's lock. */
final class EventAggregation {
    /** More than a cluster with many failures has at a time; an evicted entry begins a new series. */
    private static final int CAPACITY = 200;

    private final Map<EventSeries.Key, EventSeries> series = new LinkedHashMap<>();
    private long lastNumber;

    /** Counts an occurrence; returns the series if the Event has to be written. */
    synchronized Optional<EventSeries> add(EventSeries.Key event, Instant now) {
        EventSeries before = series.remove(event);
        EventSeries after =
                before == null || before.isOver(now) ? EventSeries.of(event, nextNumber(now), now) : before.again(now);
        series.put(event, after);
        if (series.size() > CAPACITY) {
            series.remove(series.keySet().iterator().next());
        }
        return Optional.of(after).filter(EventSeries::isDue);
    }

    /** The time, so that no other process has used the number, and never the same twice. */
    private long nextNumber(Instant now) {
        long time = now.getEpochSecond() * 1_000_000_000L + now.getNano();
        lastNumber = Math.max(lastNumber + 1, time);
        return lastNumber;
    }
}
