// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import java.time.Duration;

/**
 * A moment, and how far it was away.
 *
 * @param nanoTime of {@link System#nanoTime}
 * @param after what time it comes
 */
record Deadline(long nanoTime, Duration after) {
    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos(), time);
    }

    boolean isOver() {
        return System.nanoTime() - nanoTime > 0;
    }
}
