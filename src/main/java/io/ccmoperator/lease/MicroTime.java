/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.lease;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Points in time as a Lease has them (meta/v1 MicroTime), e.g. {@code 2026-01-02T03:04:05.123456Z}. */
final class MicroTime {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private MicroTime() {}

    static String text(Instant time) {
        return FORMAT.format(time);
    }

    /**
     * A renewal is seen by others as a change of the time, so a clock that stands still, or that was set back to the very
     * microsecond, must not give the same text twice in a row.
     */
    static String otherThan(String before, Instant time) {
        String text = text(time);
        return text.equals(before) ? text(time.plus(1, ChronoUnit.MICROS)) : text;
    }
}
