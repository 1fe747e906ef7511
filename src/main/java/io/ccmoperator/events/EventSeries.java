// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.events;

import java.time.Duration;
import java.time.Instant;

/**
 * One Event and its count. It is written for the first few occurrences, and then at most every five minutes: a
 * repeated failure must not become a storm of writes.
 *
 * @param name metadata.name
 * @param first when it happened first
 * @param last when it happened last
 * @param count how often it happened
 * @param written when it was last due to be written
 */
record EventSeries(String name, Instant first, Instant last, int count, Instant written) {
    private static final int WRITTEN_AT_ONCE = 3;
    private static final Duration INTERVAL = Duration.ofMinutes(5);

    /** The API server drops an Event an hour after its last write; what happens later than that is a new one. */
    private static final Duration KEPT = Duration.ofHours(1);

    /** Its first occurrence. */
    static EventSeries of(String name, Instant now) {
        return new EventSeries(name, now, now, 1, now);
    }

    /** Once more. */
    EventSeries again(Instant now) {
        boolean due = count < WRITTEN_AT_ONCE || !now.isBefore(written.plus(INTERVAL));
        return new EventSeries(name, first, now, count + 1, due ? now : written);
    }

    /** Whether the last occurrence has to be written. */
    boolean isDue() {
        return written.equals(last);
    }

    /** Whether the Event is deleted by now, so that another occurrence begins a new one. */
    boolean isOver(Instant now) {
        return !now.isBefore(written.plus(KEPT));
    }
}
