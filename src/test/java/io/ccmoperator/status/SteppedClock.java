// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stops until a test moves it. */
public final class SteppedClock extends Clock {
    public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private Instant now = START;

    /** Moves it on. */
    public void advance(Duration time) {
        now = now.plus(time);
    }

    /** Moves it on. */
    public void advanceSeconds(long seconds) {
        advance(Duration.ofSeconds(seconds));
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("tests know no zones");
    }
}
