// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The last writes of one thing. From the third within a minute on another client seems to overwrite it: the next one comes ten seconds later, so
 * that the two clients do not load the API server and restart pods without end. Immutable.
 *
 * @param last at most three, oldest first
 */
record Contention(List<Instant> last) {
    /** No write so far. */
    static final Contention NONE = new Contention(List.of());

    /** How many writes within a minute another client explains. */
    static final int LIMIT = 3;

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofSeconds(10);

    /** One more write. Those that are later belong to a clock that was set back. */
    Contention add(Instant now) {
        List<Instant> all = Stream.concat(last.stream().filter(time -> !time.isAfter(now)), Stream.of(now))
                .toList();
        return new Contention(all.subList(Math.max(0, all.size() - LIMIT), all.size()));
    }

    /** Whether another client keeps overwriting it. */
    boolean isContested(Instant now) {
        return last.size() == LIMIT && last.get(0).isAfter(now.minus(WINDOW)) && !newest().isAfter(now);
    }

    /** How long the next write has to wait; zero if it may be made now. */
    Duration delay(Instant now) {
        Duration left = isContested(now) ? Duration.between(now, newest().plus(PAUSE)) : Duration.ZERO;
        return left.isNegative() ? Duration.ZERO : left;
    }

    private Instant newest() {
        return last.get(last.size() - 1);
    }
}
