// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.GoDuration;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The state machine of one process's election: from the results of reads, writes and watches it computes the next action. No I/O,
 * no waiting; threads may share it. All times are local and monotonic, in nanoseconds of any origin; the clock only fills in the
 * times in the Lease, which people read.
 *
 * <p>The times in a Lease come from the clock of another machine and are never compared with local times. Leadership counts from
 * the moment at which the request of the last renewal was <em>sent</em>. Others count the longer lease duration from the moment
 * at which they saw that renewal, which is later. Every write is conditional on the Lease that was read: if that one is
 * outdated, the write is a conflict and the Lease is read again.
 *
 * <p>An identity may be that of a Pod, whose containers are restarted: a Lease that an earlier process of the Pod holds is acquired at
 * once. Which process has acquired it shows acquireTime, which renewals keep.
 */
final class ElectionState {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    /** What an election does next: one request, or a wait. */
    sealed interface Action {
        record Read() implements Action {}

        record Create(Lease lease) implements Action {}

        /** A write that the server rejects if the Lease has changed since it was read. */
        record Replace(Lease lease) implements Action {}

        /**
         * No request until that time, or until a watch reports the Lease.
         *
         * @param untilNanos a local monotonic time
         */
        record Idle(long untilNanos) implements Action {}

        /** The election has ended. */
        record Finished() implements Action {}
    }

    private enum Role {
        CANDIDATE,
        LEADING,
        RELEASING,
        ENDED
    }

    /** How the last Lease that was read relates to the one of the server. */
    private enum Knowledge {
        NONE,
        OUTDATED,
        MISSING,
        CURRENT
    }

    private final LeaseSettings settings;
    private final String identity;
    private final Clock clock;

    private Role role = Role.CANDIDATE;
    private Knowledge knowledge = Knowledge.NONE;
    private Lease lease;

    /** acquireTime of the last acquisition that this process has sent, or the server has answered. */
    private String acquired = "";

    private long renewalSeenNanos;
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

    /** The next action. Record the result of a request before the next call. */
    synchronized Action next(long now) {
        expire(now);
        if (role == Role.ENDED) {
            return new Action.Finished();
        }
        if (now - pausedUntilNanos < 0) {
            return new Action.Idle(pausedUntilNanos);
        }
        if (role == Role.RELEASING) {
            return release();
        }
        return switch (knowledge) {
            // In a new cluster the first request makes this process the leader.
            case NONE -> create();
            case OUTDATED -> new Action.Read();
            case MISSING, CURRENT -> act(now);
        };
    }

    /** Records a read; empty when the Lease does not exist. */
    synchronized void read(Optional<KubernetesObject> object, long now) {
        pollAtNanos = now + settings.retryPeriod().toNanos();
        knowledge = object.isPresent() ? Knowledge.CURRENT : Knowledge.MISSING;
        object.map(Lease::new).ifPresent(read -> {
            // Another change, of a label for instance, does not prolong the Lease.
            if (lease == null || !lease.renewal().equals(read.renewal())) {
                renewalSeenNanos = now;
            }
            lease = read;
        });
    }

    /**
     * Records a write.
     *
     * @param object the Lease as the server returned it
     * @param sent when the request was sent
     */
    synchronized void written(KubernetesObject object, long sent, long now) {
        expire(now);
        read(Optional.of(object), now);
        acquired = lease.acquired();
        failures = 0;
        pausedUntilNanos = now;
        boolean inTime = now - sent < settings.renewDeadline().toNanos();
        if (role == Role.RELEASING) {
            released = lease.holder().isEmpty();
            role = released ? Role.ENDED : role;
        } else if (role != Role.ENDED && inTime) {
            role = Role.LEADING;
            confirmedNanos = sent;
            renewAtNanos = sent + settings.retryPeriod().toNanos();
        }
    }

    /** Records a write that was rejected since the Lease had changed. After the first one the Lease is read without a pause. */
    synchronized void conflicted(String message, long now) {
        // An acquisition that did not take place.
        acquired = role == Role.CANDIDATE ? "" : acquired;
        fail(message, now, failures == 0 ? 0 : pause(failures));
    }

    /** Records a request that failed; whether the Lease was written is not known. */
    synchronized void failed(String message, long now) {
        fail(message, now, pause(failures + 1));
    }

    /** Records a Lease that a watch reported; it may be an old one. */
    synchronized void leaseChanged(KubernetesObject object, long now) {
        if (role == Role.CANDIDATE) {
            read(Optional.of(object), now);
        } else if (!isOwn(new Lease(object))) {
            // The report may be older than this leadership. A renewal decides: it is a conflict if the report is
            // current.
            renewAtNanos = now;
        }
    }

    /** Records that a watch reported the deletion of the Lease. */
    synchronized void leaseDeleted(long now) {
        renewAtNanos = now;
        if (role == Role.CANDIDATE && knowledge != Knowledge.NONE) {
            knowledge = Knowledge.MISSING;
        }
    }

    /** Whether this process may write; false from the deadline on, also before {@link #expire} is called. */
    synchronized boolean isLeading(long now) {
        return role == Role.LEADING && now - endNanos() < 0;
    }

    /** When leadership ends unless it is renewed; empty when this process does not lead. */
    synchronized OptionalLong deadline() {
        return role == Role.LEADING ? OptionalLong.of(endNanos()) : OptionalLong.empty();
    }

    /** Ends leadership if its deadline has passed. */
    synchronized void expire(long now) {
        if (role == Role.LEADING && now - endNanos() >= 0) {
            lose("it was not renewed for " + GoDuration.format(settings.renewDeadline())
                    + (lastFailure.isEmpty() ? "" : "; the last failure: " + lastFailure));
        }
    }

    /** Begins the graceful end: this process does not lead from now on, and releases the Lease if it holds it. */
    synchronized void resign(long now) {
        if (role != Role.ENDED) {
            role = Role.RELEASING;
            failures = 0;
            pausedUntilNanos = now;
        }
    }

    /** Ends a release that takes too long. */
    synchronized void abandon() {
        role = Role.ENDED;
    }

    /** Ends the election for a reason that is reported once. */
    synchronized void lose(String reason) {
        if (role == Role.CANDIDATE || role == Role.LEADING) {
            role = Role.ENDED;
            lost = reason;
        }
    }

    synchronized boolean isEnded() {
        return role == Role.ENDED;
    }

    /** Why the election ended; empty while it runs, and after a graceful end. */
    synchronized String lost() {
        return lost;
    }

    /** Whether the election ended gracefully and this process does not hold the Lease. */
    synchronized boolean isReleased() {
        return released;
    }

    /** The holder of the Lease that was read last; empty when there was none. */
    synchronized String holder() {
        return lease == null ? "" : lease.holder();
    }

    private Action act(long now) {
        boolean leading = role == Role.LEADING;
        if (lease == null) {
            return create();
        }
        if (!isOwn(lease)) {
            return leading ? lostToAnother() : waitOrAcquire(now);
        }
        if (knowledge == Knowledge.MISSING) {
            return create();
        }
        return leading && now - renewAtNanos < 0
                ? new Action.Idle(renewAtNanos)
                : new Action.Replace(lease.renewedBy(identity, settings.duration(), clock.instant()));
    }

    /** Whether this process has acquired it. */
    private boolean isOwn(Lease seen) {
        return seen.holder().equals(identity) && seen.acquired().equals(acquired);
    }

    private Action lostToAnother() {
        if (holder().isEmpty()) {
            lose("it is released by another client");
        } else {
            lose("it is held by " + (holder().equals(identity) ? "another process of this Pod" : holder()));
        }
        return new Action.Finished();
    }

    /**
     * A Lease may be acquired when it is released, when its holder has not renewed it for the holder's own duration, or when the holder
     * is an earlier process of this Pod, which has ended.
     */
    private Action waitOrAcquire(long now) {
        long until = renewalSeenNanos + lease.duration(settings.duration()).toNanos();
        boolean free = holder().isEmpty() || holder().equals(identity);
        if (!free && now - until < 0) {
            failures = 0;
            return now - pollAtNanos >= 0
                    ? new Action.Read()
                    : new Action.Idle(until - pollAtNanos < 0 ? until : pollAtNanos);
        }
        return knowledge == Knowledge.MISSING
                ? create()
                : new Action.Replace(acquired(lease.acquiredBy(identity, settings.duration(), clock.instant())));
    }

    private Action create() {
        return new Action.Create(acquired(Lease.createdBy(identity, settings, clock.instant())));
    }

    private Lease acquired(Lease sent) {
        acquired = sent.acquired();
        return sent;
    }

    private Action release() {
        if (knowledge == Knowledge.OUTDATED) {
            return new Action.Read();
        }
        if (knowledge == Knowledge.CURRENT && isOwn(lease)) {
            return new Action.Replace(lease.released(clock.instant()));
        }
        released = true;
        role = Role.ENDED;
        return new Action.Finished();
    }

    /** A leader pauses for at most half of the time to its deadline, so that it retries until shortly before it. */
    private void fail(String message, long now, long pause) {
        failures++;
        lastFailure = message;
        knowledge = Knowledge.OUTDATED;
        long longest = role == Role.LEADING
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
}
