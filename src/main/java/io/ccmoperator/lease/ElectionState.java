/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.lease;

import io.ccmoperator.assets.KubernetesObject;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The course of one process's election: from what was read, written and refused, it decides what to do next. No I/O, no waiting;
 * threads may share it. All times are local and monotonic, in nanoseconds of any origin; the clock only fills in the fields of
 * the Lease that people read.
 *
 * <p>Leadership is counted from the moment at which the request of the last renewal was <em>sent</em>, and every write is
 * conditional on what was read. What was read may be old, or come late from a watch: then the write is a conflict, and the
 * Lease is read again.
 */
final class ElectionState {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    private enum Standing {
        CANDIDATE,
        LEADING,
        RELEASING,
        ENDED
    }

    /** How the last sighting relates to the Lease as it may be now. */
    private enum Knowledge {
        NONE,
        OUTDATED,
        MISSING,
        CURRENT
    }

    private final LeaseSettings settings;
    private final String identity;
    private final Clock clock;

    private Standing standing = Standing.CANDIDATE;
    private Knowledge knowledge = Knowledge.NONE;
    private ObservedLease sighting;
    private long confirmedNanos;
    private long renewAtNanos;
    private long pollAtNanos;
    private long pausedUntilNanos;
    private int failures;
    private String lastFailure = "";
    private String lost = "";
    private boolean released;

    ElectionState(LeaseSettings settings, String identity, Clock clock, long nowNanos) {
        this.settings = settings;
        this.identity = identity;
        this.clock = clock;
        pollAtNanos = nowNanos;
        pausedUntilNanos = nowNanos;
    }

    /** What to do now. The outcome of a request has to be recorded before the next call. */
    synchronized Action next(long now) {
        expire(now);
        if (standing == Standing.ENDED) {
            return new Action.Finished();
        }
        if (now - pausedUntilNanos < 0) {
            return new Action.Idle(pausedUntilNanos);
        }
        if (standing == Standing.RELEASING) {
            return release();
        }
        return switch (knowledge) {
            // Where a cluster is new, the first request is all that it takes.
            case NONE -> create();
            case OUTDATED -> new Action.Read();
            case MISSING, CURRENT -> act(now);
        };
    }

    /** The Lease was read; empty when there is none. */
    synchronized void read(Optional<KubernetesObject> lease, long now) {
        pollAtNanos = now + settings.retryPeriod().toNanos();
        knowledge = lease.isPresent() ? Knowledge.CURRENT : Knowledge.MISSING;
        lease.ifPresent(object -> sighting = ObservedLease.next(sighting, new Lease(object), now));
    }

    /**
     * The Lease was written.
     *
     * @param lease as the server has it now
     * @param sent when the request was sent
     */
    synchronized void written(KubernetesObject lease, long sent, long now) {
        expire(now);
        read(Optional.of(lease), now);
        failures = 0;
        pausedUntilNanos = now;
        boolean inTime = now - sent < settings.renewDeadline().toNanos();
        if (standing == Standing.RELEASING) {
            released = sighting.lease().holder().isEmpty();
            standing = released ? Standing.ENDED : standing;
        } else if (standing != Standing.ENDED && inTime) {
            standing = Standing.LEADING;
            confirmedNanos = sent;
            renewAtNanos = sent + settings.retryPeriod().toNanos();
        }
    }

    /** The write came too late: the Lease is not as it was read. The first time it is read again at once. */
    synchronized void conflicted(String message, long now) {
        fail(message, now, failures == 0 ? 0 : pause(failures));
    }

    /** The request failed; whether a write took place is not known. */
    synchronized void failed(String message, long now) {
        fail(message, now, pause(failures + 1));
    }

    /** A watch has reported how the Lease is, or was. */
    synchronized void noticed(KubernetesObject lease, long now) {
        if (standing == Standing.CANDIDATE) {
            read(Optional.of(lease), now);
        } else if (!new Lease(lease).holder().equals(identity)) {
            // It may be older than this process' leadership. A renewal is the way to find out: it is refused if it is
            // true.
            renewAtNanos = now;
        }
    }

    /** A watch has reported that the Lease is, or was, deleted. */
    synchronized void noticedDeletion(long now) {
        renewAtNanos = now;
        if (standing == Standing.CANDIDATE && knowledge != Knowledge.NONE) {
            knowledge = Knowledge.MISSING;
        }
    }

    /** Whether this process may write; over as soon as the time is over, however late that is noticed. */
    synchronized boolean isLeading(long now) {
        return standing == Standing.LEADING && now - endNanos() < 0;
    }

    /** When leadership ends unless it is renewed; empty when this process does not lead. */
    synchronized OptionalLong deadline() {
        return standing == Standing.LEADING ? OptionalLong.of(endNanos()) : OptionalLong.empty();
    }

    /** Ends leadership if its time is over. */
    synchronized void expire(long now) {
        if (standing == Standing.LEADING && now - endNanos() >= 0) {
            lose("it was not renewed for " + GoDuration.text(settings.renewDeadline())
                    + (lastFailure.isEmpty() ? "" : "; the last failure: " + lastFailure));
        }
    }

    /** Begins the graceful end: from now on this process does not lead, and what it holds is given back. */
    synchronized void resign(long now) {
        if (standing != Standing.ENDED) {
            standing = Standing.RELEASING;
            failures = 0;
            pausedUntilNanos = now;
        }
    }

    /** Ends a release that takes too long. */
    synchronized void abandon() {
        standing = Standing.ENDED;
    }

    /** Ends the election for a reason that is reported once. */
    synchronized void lose(String reason) {
        if (standing == Standing.CANDIDATE || standing == Standing.LEADING) {
            standing = Standing.ENDED;
            lost = reason;
        }
    }

    /** Whether there is nothing left to do. */
    synchronized boolean isEnded() {
        return standing == Standing.ENDED;
    }

    /** Why the election ended; empty as long as it did not, or when it ended gracefully. */
    synchronized String lost() {
        return lost;
    }

    /** Whether it ended gracefully and the Lease is not held by this process. */
    synchronized boolean isReleased() {
        return released;
    }

    /** The holder of the Lease when it was last seen; empty when there was none. */
    synchronized String holder() {
        return sighting == null ? "" : sighting.lease().holder();
    }

    private Action act(long now) {
        if (sighting == null) {
            return create();
        }
        boolean leading = standing == Standing.LEADING;
        Decision decision = Decision.on(sighting, identity, leading, settings.duration(), now);
        if (decision instanceof Decision.Wait wait) {
            failures = 0;
            return now - pollAtNanos >= 0
                    ? new Action.Read()
                    : new Action.Idle(earlier(wait.untilNanos(), pollAtNanos));
        }
        if (decision instanceof Decision.Lost other) {
            lose(other.reason());
            return new Action.Finished();
        }
        if (knowledge == Knowledge.MISSING) {
            return create();
        }
        if (decision instanceof Decision.Acquire) {
            return new Action.Replace(sighting.lease().acquiredBy(identity, settings.duration(), clock.instant()));
        }
        return leading && now - renewAtNanos < 0
                ? new Action.Idle(renewAtNanos)
                : new Action.Replace(sighting.lease().renewedBy(identity, settings.duration(), clock.instant()));
    }

    private Action create() {
        return new Action.Create(Lease.createdBy(identity, settings, clock.instant()));
    }

    private Action release() {
        if (knowledge == Knowledge.OUTDATED) {
            return new Action.Read();
        }
        if (knowledge == Knowledge.CURRENT && holder().equals(identity)) {
            return new Action.Replace(sighting.lease().released(clock.instant()));
        }
        released = true;
        standing = Standing.ENDED;
        return new Action.Finished();
    }

    /** A leader does not wait for more than half of its time that is left, so that it tries until shortly before its end. */
    private void fail(String message, long now, long pause) {
        failures++;
        lastFailure = message;
        knowledge = Knowledge.OUTDATED;
        long longest = standing == Standing.LEADING
                ? Math.max(FIRST_PAUSE.toNanos(), (endNanos() - now) / 2)
                : settings.retryPeriod().toNanos();
        pausedUntilNanos = now + Math.min(pause, longest);
    }

    private long endNanos() {
        return confirmedNanos + settings.renewDeadline().toNanos();
    }

    /** One second after the first failure, twice as long after each further one, at most retryPeriod. */
    private long pause(int failure) {
        long longest = settings.retryPeriod().toNanos();
        return Math.min(longest, FIRST_PAUSE.toNanos() << Math.min(failure - 1, 20));
    }

    private static long earlier(long one, long other) {
        return one - other < 0 ? one : other;
    }
}
