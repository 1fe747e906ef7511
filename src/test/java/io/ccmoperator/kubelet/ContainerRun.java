// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubelet;

import io.ccmoperator.assets.tree.FieldReader;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The runs of a container one after the other, as the kubelet of Kubernetes 1.36 has them: the first restart is at once, the next ones after 10 s,
 * 20 s and so on up to 300 s, and at once again after ten minutes without an end.
 */
final class ContainerRun {
    private static final Duration FIRST_BACKOFF = Duration.ofSeconds(10);
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(300);
    private static final Duration GOOD_RUN = Duration.ofMinutes(10);

    /** Flags and configuration are read, and ports are opened, before a program takes part in an election. */
    private static final Duration BEFORE_ELECTION = Duration.ofSeconds(5);

    private final Map<String, Object> container;
    private final int speed;
    private Program program;
    private int restarts;
    private Instant started;
    private Duration backoff = Duration.ZERO;
    private Optional<Instant> restart = Optional.empty();
    private Map<String, Object> lastState = Map.of();

    /** @param speed how many seconds of the node a second has */
    ContainerRun(Map<String, Object> container, Program program, int speed, Instant now) {
        this.container = container;
        this.program = program;
        this.speed = speed;
        this.started = now;
    }

    /** Enters the next state, if it is due: each state lasts for an instant at least. */
    void advance(Instant now, Supplier<Program> next) {
        if (restart.isPresent()) {
            if (!now.isBefore(restart.get())) {
                restart = Optional.empty();
                started = now;
                restarts++;
                program = next.get();
            }
        } else if (program.ends().filter(end -> ran(now).compareTo(end) >= 0).isPresent()) {
            end(now, program.exitCode(), program.log());
        }
    }

    /** Ends it now, as a node does that restarts, or a probe of liveness that fails. */
    void end(Instant now, int exitCode, String log) {
        lastState = Map.of(
                "terminated",
                Map.of(
                        "exitCode",
                        exitCode,
                        "reason",
                        exitCode == 0 ? "Completed" : "Error",
                        "startedAt",
                        time(started),
                        "finishedAt",
                        time(now),
                        "message",
                        log));
        Duration pause = ran(now).compareTo(GOOD_RUN) >= 0 ? Duration.ZERO : backoff;
        Duration next = pause.isZero() ? FIRST_BACKOFF : pause.multipliedBy(2);
        backoff = next.compareTo(LONGEST_BACKOFF) < 0 ? next : LONGEST_BACKOFF;
        restart = Optional.of(now.plus(pause.dividedBy(speed)));
    }

    /** Without a readiness probe it is ready as soon as it runs. */
    boolean isReady(Instant now) {
        FieldReader probe = FieldReader.of(container).field("readinessProbe");
        if (restart.isPresent() || !probe.exists()) {
            return restart.isEmpty();
        }
        return program.serves()
                .filter(serves -> ran(now).compareTo(firstSuccess(probe, serves)) >= 0)
                .isPresent();
    }

    private static Duration firstSuccess(FieldReader probe, Duration serves) {
        Duration period = Duration.ofSeconds(number(probe, "periodSeconds", 10));
        Duration success = Duration.ofSeconds(number(probe, "initialDelaySeconds", 0));
        while (success.compareTo(serves) < 0) {
            success = success.plus(period);
        }
        return success.plus(period.multipliedBy(number(probe, "successThreshold", 1) - 1));
    }

    private static long number(FieldReader probe, String field, long otherwise) {
        return probe.at(field) instanceof Number number ? number.longValue() : otherwise;
    }

    /** Whether it may hold a Lease. */
    boolean isCandidate(Instant now) {
        boolean endsBefore = program.ends()
                .filter(end -> end.compareTo(BEFORE_ELECTION) <= 0)
                .isPresent();
        return restart.isEmpty()
                && program.stuck().isEmpty()
                && !endsBefore
                && ran(now).compareTo(BEFORE_ELECTION) >= 0;
    }

    int restarts() {
        return restarts;
    }

    private Duration ran(Instant now) {
        return Duration.between(started, now).multipliedBy(speed);
    }

    /** The status of its Pod while it is not started. */
    Optional<Map<String, Object>> stuck() {
        return program.stuck();
    }

    /** An item of containerStatuses. */
    Map<String, Object> status(Instant now) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("name", container.get("name"));
        status.put("image", container.get("image"));
        status.put("imageID", "");
        status.put("ready", isReady(now));
        status.put("started", restart.isEmpty());
        status.put("restartCount", restarts);
        status.put("lastState", lastState);
        status.put(
                "state",
                restart.isPresent()
                        ? Map.of(
                                "waiting",
                                Map.of("reason", "CrashLoopBackOff", "message", "back-off restarting failed container"))
                        : Map.of("running", Map.of("startedAt", time(started))));
        return status;
    }

    static String time(Instant now) {
        return now.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
