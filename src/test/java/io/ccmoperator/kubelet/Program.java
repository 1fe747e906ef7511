// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubelet;

import java.time.Duration;
import java.util.Optional;

/**
 * What the program of a container does each time it is started, in the time of the node.
 *
 * @param serves when a probe is answered, by whatever process; empty: never
 * @param ends when it ends; empty: never
 * @param exitCode with which it ends
 * @param log its last lines
 */
public record Program(Optional<Duration> serves, Optional<Duration> ends, int exitCode, String log) {
    /** Works a second after its start. */
    public static final Program WORKS = new Program(Optional.of(Duration.ofSeconds(1)), Optional.empty(), 0, "");

    /** Runs, and answers no probe. */
    public static final Program NEVER_SERVES = new Program(Optional.empty(), Optional.empty(), 0, "");

    /** Serves from its start on, until it ends. */
    public static Program endsAfter(Duration time, String log) {
        return new Program(Optional.of(Duration.ZERO), Optional.of(time), 255, log);
    }
}
