// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.overview;

import java.time.Duration;

/** Durations as kubectl shows ages. */
public final class Age {
    private Age() {}

    /** One unit of s, m, h or d, such as {@code 5m}; less than nothing, by a clock that is late, is {@code 0s}. */
    public static String of(Duration duration) {
        long seconds = Math.max(duration.toSeconds(), 0);
        if (seconds < 120) {
            return seconds + "s";
        } else if (seconds < 7_200) {
            return seconds / 60 + "m";
        }
        return seconds < 172_800 ? seconds / 3_600 + "h" : seconds / 86_400 + "d";
    }
}
