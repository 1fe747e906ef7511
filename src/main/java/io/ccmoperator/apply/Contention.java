// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The last changes of one thing, such as the corrections of an object. More than ten within a minute mean that another client
 * keeps overwriting it. From then on each change waits: 5 s, twice as long each time, at most 60 s, so that the two clients do not
 * load the API server and restart pods without end. What needs no change for a minute after such a wait is no longer contested.
 * Immutable.
 *
 * @param recent when it was changed, oldest first
 * @param backoff the wait after the last change; zero while it is not contested
 */
record Contention(List<Instant> recent, Duration backoff) {
    public Contention {
        recent = List.copyOf(recent);
    }

    /** No change so far. */
    public static final Contention NONE = new Contention(List.of(), Duration.ZERO);

    /** The most changes within a minute that no other client needs to explain. */
    static final int LIMIT = 10;

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(5), Duration.ofSeconds(60));

    /** One more change. */
    public Contention add(Instant now) {
        List<Instant> kept = new ArrayList<>(recent.stream()
                .filter(time -> time.isAfter(now.minus(WINDOW)) && !time.isAfter(now))
                .toList());
        kept.add(now);
        return new Contention(kept, backoffAfter(kept.size(), now));
    }

    /** Whether another client keeps overwriting it. */
    boolean isContested(Instant now) {
        return !backoff.isZero() && now.isBefore(last().plus(backoff).plus(WINDOW));
    }

    /** How long the next change has to wait; zero if it may be made now. */
    public Duration delay(Instant now) {
        if (backoff.isZero()) {
            return Duration.ZERO;
        }
        Duration left = Duration.between(now, last().plus(backoff));
        // After the clock was set back the wait would last until it is as late again.
        return left.isNegative() || left.compareTo(backoff) > 0 ? Duration.ZERO : left;
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
