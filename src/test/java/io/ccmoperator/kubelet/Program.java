// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubelet;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What the program of a container does each time it is started, in the time of the node.
 *
 * @param serves when a probe is answered, by whatever process; empty: never
 * @param ends when it ends; empty: never
 * @param exitCode with which it ends
 * @param log its last lines
 * @param stuck the status of a Pod in which it is not started; empty: it is
 */
public record Program(
        Optional<Duration> serves,
        Optional<Duration> ends,
        int exitCode,
        String log,
        Optional<Map<String, Object>> stuck) {
    /** Works a second after its start. */
    public static final Program WORKS =
            new Program(Optional.of(Duration.ofSeconds(1)), Optional.empty(), 0, "", Optional.empty());

    /** Runs, and answers no probe. */
    public static final Program NEVER_SERVES = new Program(Optional.empty(), Optional.empty(), 0, "", Optional.empty());

    /** Serves from its start on, until it ends. */
    public static Program endsAfter(Duration time, String log) {
        return new Program(Optional.of(Duration.ZERO), Optional.of(time), 255, log, Optional.empty());
    }

    /** Is not started. */
    public static Program stuck(Map<String, Object> status) {
        return new Program(Optional.empty(), Optional.empty(), 0, "", Optional.of(status));
    }
}
