// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import java.time.Duration;

/**
 * Pauses between attempts: each is twice as long as the one before, up to a limit.
 *
 * @param first the pause after the first attempt
 * @param longest the limit
 */
public record Backoff(Duration first, Duration longest) {
    /** The pause that follows a pause. */
    public Duration after(Duration pause) {
        Duration doubled = pause.multipliedBy(2);
        return doubled.compareTo(longest) < 0 ? doubled : longest;
    }
}
