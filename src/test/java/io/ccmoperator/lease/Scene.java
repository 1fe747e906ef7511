// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import io.ccmoperator.cluster.Topology;
import java.time.Duration;
import java.util.Optional;

/** A server, and processes with the default times: 137 s, 107 s, 26 s. */
final class Scene implements AutoCloseable {
    static final LeaseSettings SETTINGS = LeaseSettings.of(
            new LeaseFlags(true, Optional.empty(), Optional.empty(), Optional.empty(), "ns", "lease"),
            Topology.HIGHLY_AVAILABLE);

    final VirtualTime time = new VirtualTime();
    final LeaseServer server = new LeaseServer(time);
    private int processes;

    /** A process that has not started, with a right clock. */
    Participant process(String name) {
        return process(name, Duration.ZERO);
    }

    /** A process whose wall clock is wrong; the monotonic clocks of all processes differ. */
    Participant process(String name, Duration skew) {
        processes++;
        return new Participant(name, time, server, SETTINGS, skew, Duration.ofHours(processes * 1000L - 2500));
    }

    /** A process that has started and done what it can do at once. */
    Participant started(String name) {
        Participant process = process(name);
        process.election.start();
        time.settle();
        return process;
    }

    void seconds(long seconds) {
        time.advance(Duration.ofSeconds(seconds));
    }

    @Override
    public void close() {
        time.close();
    }
}
