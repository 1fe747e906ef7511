// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** One process that takes part in an election, with its own machine, wall clock and connection. */
final class Participant implements LeadershipListener {
    static final Instant START = Instant.parse("2026-01-02T03:04:05.123456Z");

    final String name;
    final VirtualTime.Machine machine;
    final LeaseServer.Connection connection;
    final LeaderElection election;
    final List<String> notifications = new ArrayList<>();
    private final VirtualTime time;
    private Duration skew;

    /**
     * @param skew by how much the wall clock is wrong
     * @param origin what the monotonic clock shows at the beginning
     */
    Participant(
            String name, VirtualTime time, LeaseServer server, LeaseSettings settings, Duration skew, Duration origin) {
        this.name = name;
        this.time = time;
        this.skew = skew;
        machine = time.machine(origin);
        connection = server.new Connection();
        election = new LeaderElection(settings, name, connection, new WallClock(), machine, this);
    }

    void jump(Duration by) {
        skew = skew.plus(by);
    }

    /** Whether it believes that it leads: the dead believe nothing. */
    boolean leads() {
        return !machine.isDead() && election.isLeading();
    }

    /** Whether its controllers run, by the last notification. */
    boolean isAtWork() {
        return !machine.isDead()
                && !notifications.isEmpty()
                && notifications.get(notifications.size() - 1).equals("started");
    }

    /** Ends it gracefully, as another thread of its machine; the result is recorded as a notification. */
    void release(Duration within) {
        machine.start("stop", () -> notifications.add("released " + election.release(within)));
    }

    @Override
    public void onStartedLeading() {
        notifications.add("started");
    }

    @Override
    public void onStoppedLeading(String reason) {
        notifications.add("stopped: " + reason);
    }

    private final class WallClock extends Clock {
        @Override
        public Instant instant() {
            return START.plus(time.elapsed()).plus(skew);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new AssertionError("times are in UTC");
        }
    }
}
