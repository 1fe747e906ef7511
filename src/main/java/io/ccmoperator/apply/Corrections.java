/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.apply;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The last corrections of one object. More than ten within a minute mean that another client keeps overwriting the object.
 * From then on each correction waits: 5 s, twice as long each time, at most 60 s, so that the two clients do not load the API
 * server and restart pods without end. An object that needs no correction for a minute after such a wait is no longer
 * contested. Immutable.
 *
 * @param recent when the object was corrected, oldest first
 * @param backoff the wait after the last correction; zero while the object is not contested
 */
record Corrections(List<Instant> recent, Duration backoff) {
    Corrections {
        recent = List.copyOf(recent);
    }

    static final Corrections NONE = new Corrections(List.of(), Duration.ZERO);

    /** The most corrections within a minute that no other client needs to explain. */
    static final int LIMIT = 10;

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(5), Duration.ofSeconds(60));

    /** One more correction. */
    Corrections add(Instant now) {
        List<Instant> kept = new ArrayList<>(
                recent.stream().filter(time -> time.isAfter(now.minus(WINDOW))).toList());
        kept.add(now);
        return new Corrections(kept, backoffAfter(kept.size(), now));
    }

    /** Whether another client keeps overwriting the object. */
    boolean isContested(Instant now) {
        return !backoff.isZero() && now.isBefore(last().plus(backoff).plus(WINDOW));
    }

    /** How long the next correction has to wait; zero if it may be made now. */
    Duration delay(Instant now) {
        if (backoff.isZero()) {
            return Duration.ZERO;
        }
        Duration left = Duration.between(now, last().plus(backoff));
        // A clock that was set back must not make the wait longer.
        return left.isNegative() ? Duration.ZERO : left.compareTo(backoff) < 0 ? left : backoff;
    }

    private Duration backoffAfter(int withinWindow, Instant now) {
        if (isContested(now)) {
            return BACKOFF.after(backoff);
        }
        return withinWindow > LIMIT ? BACKOFF.first() : Duration.ZERO;
    }

    private Instant last() {
        return recent.get(recent.size() - 1);
    }
}
