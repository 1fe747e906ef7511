// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/** A clock that moves by steps alone, so that waiting controllers cost no time. Used by one thread. */
final class SteppingClock extends Clock {
    private final ZoneId zone;
    private Instant now;

    SteppingClock(Clock start) {
        this.zone = start.getZone();
        this.now = start.instant();
    }

    void step(Duration step) {
        now = now.plus(step);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return Clock.fixed(now, other);
    }
}
