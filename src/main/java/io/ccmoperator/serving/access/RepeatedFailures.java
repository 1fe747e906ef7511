// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Which failures to log: the same failure again only after some time, since each scrape may repeat it. */
final class RepeatedFailures {
    /** Before the same failure is logged again. */
    static final Duration SILENCE = Duration.ofMinutes(10);

    private final LongSupplier nanos;
    private final Map<Object, Long> logged = new HashMap<>();

    /** @param nanos the time, as {@link System#nanoTime} has it */
    RepeatedFailures(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** @param failure one of a limited number of values */
    synchronized boolean isNews(Object failure) {
        long now = nanos.getAsLong();
        Long before = logged.get(failure);
        if (before != null && now - before < SILENCE.toNanos()) {
            return false;
        }
        logged.put(failure, now);
        return true;
    }
}
