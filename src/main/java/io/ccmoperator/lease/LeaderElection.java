// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ApiServer.DryRun;
import io.ccmoperator.client.ObjectLog;
import io.ccmoperator.cluster.OnChange;
import io.ccmoperator.lease.ElectionState.Action;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Elects one leader among the processes that share a Lease.
 *
 * <p>{@link #start} runs the election on a thread of its own. It creates the Lease without a read before. An existing Lease is
 * acquired if it is released. Otherwise it is read every retryPeriod, until its holder has not renewed it for the holder's own
 * lease duration, counted from when this process first saw the last renewal. Reports of a watch ({@link #leaseChanged},
 * {@link #leaseDeleted}) make this faster. The leader renews the Lease every retryPeriod. A failed request is retried after 1 s,
 * 2 s, 4 s and so on up to retryPeriod; a missing namespace and an unreachable API server are such failures. With
 * --leader-elect=false the process leads from {@link #start} on, without threads and requests.
 *
 * <p>An election ends once, in one of these ways, and does not start again:
 *
 * <ul>
 *   <li>{@link #release}, the graceful stop: the process does not lead from then on and writes a held Lease without a holder, so
 *       that another process acquires it at once. The listener is not notified.
 *   <li>No renewal within renewDeadline, counted from when the last successful one was sent. A second thread watches the deadline
 *       and notifies the listener, also while the first one waits for a response. A later response has no effect.
 *   <li>Another holder, or none, in the Lease of a leader: another client edited it, or this process was suspended while another
 *       one acquired it. The listener is notified.
 *   <li>An unexpected exception, also one of the listener: the listener is notified that leadership stopped.
 *   <li>The process is killed: the next process of the same Pod acquires the Lease at once, since its container is restarted only
 *       after the end of the process. Others acquire the Lease after its duration.
 * </ul>
 *
 * <p>Two processes in one Pod do not wait for each other: the one that starts later leads, and the other one loses the Lease as soon as
 * a watch or its next renewal shows that.
 *
 * <p>The leader creates a deleted Lease again; candidates that have seen it held wait for its duration. A process that starts in
 * between acquires the deleted Lease: until the next renewal of the leader there are two.
 *
 * <p>The wall clock only sets the times in the Lease. A process that was suspended learns from {@link #isLeading} that its
 * deadline has passed before any thread runs; call it before each write.
 */
public final class LeaderElection {
    private static final ObjectLog LOG = ObjectLog.of(LeaderElection.class);

    private final LeaseSettings settings;
    private final String identity;
    private final ApiServer server;
    private final TimeSource time;
    private final LeadershipListener listener;
    private final ElectionState state;
    private final OnChange<String> logOtherHolder;
    private final OnChange<String> logFailure;

    private volatile boolean leadsAlone;
    private volatile Thread thread;
    private volatile Thread releasing;
    private boolean notifiedStart;
    private boolean notifiedStop;

    /**
     * An election that has not started. Its identity is {@code <hostname>_<uid of the Pod>}, outside of a Pod {@code <hostname>_<uuid>}.
     *
     * @param podUid metadata.uid of the Pod; empty outside of a Pod
     * @param clock the time of day for the Lease's acquireTime and renewTime
     */
    public LeaderElection(
            LeaseSettings settings,
            Optional<String> podUid,
            ApiServer server,
            Clock clock,
            LeadershipListener listener) {
        this(settings, identity(podUid), server, clock, TimeSource.SYSTEM, listener);
    }

    LeaderElection(
            LeaseSettings settings,
            String identity,
            ApiServer server,
            Clock clock,
            TimeSource time,
            LeadershipListener listener) {
        this.settings = settings;
        this.identity = identity;
        this.server = server;
        this.time = time;
        this.listener = listener;
        state = new ElectionState(settings, identity, clock, time.nanos());
        logOtherHolder = new OnChange<>(null, holder -> LOG.info(settings.key(), "held by " + holder));
        logFailure = OnChange.ofFault(cause -> LOG.warn(settings.key(), cause));
    }

    static String identity(Optional<String> podUid) {
        return Hostname.get() + "_" + podUid.orElseGet(() -> UUID.randomUUID().toString());
    }

    /** Starts the election and returns at once. Call it once. */
    public void start() {
        if (settings.enabled()) {
            thread = time.start("lease", this::run);
        } else {
            leadsAlone = true;
            notifyStarted();
        }
    }

    /** Whether this process may write now. */
    public boolean isLeading() {
        return leadsAlone || state.isLeading(time.nanos());
    }

    /**
     * Call it with each state of the Lease that a watch of {@link LeaseSettings#key} reports, the first one included. Late
     * and outdated reports are harmless. Returns at once.
     */
    public void leaseChanged(KubernetesObject lease) {
        state.leaseChanged(lease, time.nanos());
        time.unpark(thread);
    }

    /** Call it when such a watch reports that the Lease was deleted. Returns at once. */
    public void leaseDeleted() {
        state.leaseDeleted(time.nanos());
        time.unpark(thread);
    }

    /**
     * Ends the election gracefully; call it when all that writes as the leader has stopped. {@link #isLeading} is false from
     * the beginning of the call on. The listener may not call it.
     *
     * @param within the longest time to wait
     * @return true if this process does not hold the Lease; false if that is not known, or if the election had ended before:
     *     others then wait for the Lease's duration
     */
    public boolean release(Duration within) {
        leadsAlone = false;
        if (thread == null) {
            return true;
        }
        long until = time.nanos() + within.toNanos();
        releasing = Thread.currentThread();
        state.resign(time.nanos());
        time.unpark(thread);
        while (!state.isEnded() && time.nanos() - until < 0 && !releasing.isInterrupted()) {
            time.parkUntil(until);
        }
        state.abandon();
        if (!state.isReleased() && state.lost().isEmpty()) {
            LOG.info(settings.key(), "could not be released");
        }
        return state.isReleased();
    }

    private void run() {
        try {
            while (takeAction()) {
                logOtherHolder();
                if (notifyStarted()) {
                    LOG.info(settings.key(), "held by this process, " + identity);
                    time.start("lease-deadline", this::watchDeadline);
                }
            }
        } catch (RuntimeException e) {
            // After the end the client may be closed in the middle of a request.
            if (!state.isEnded()) {
                LOG.error(settings.key(), "the election failed", e);
                state.lose("the election failed: " + e);
            }
        }
        notifyStopped();
        time.unpark(releasing);
    }

    /** The wait follows the decision directly, so that a report of the watch in between ends the wait. */
    private boolean takeAction() {
        Action action = state.next(time.nanos());
        if (action instanceof Action.Idle idle) {
            time.parkUntil(idle.untilNanos());
        } else if (action instanceof Action.Read) {
            read();
        } else if (action instanceof Action.Create create) {
            write(() -> server.create(create.lease().object(), DryRun.NONE), ApiException::isConflict);
        } else if (action instanceof Action.Replace replace) {
            // A deletion is a conflict too.
            write(
                    () -> server.replace(replace.lease().object(), DryRun.NONE),
                    failure -> failure.isConflict() || failure.isNotFound());
        }
        return !(action instanceof Action.Finished);
    }

    /** After each action: the holder is known from a read, or from a watch that was faster. */
    private void logOtherHolder() {
        String holder = state.holder();
        if (!holder.isEmpty() && !holder.equals(identity)) {
            logOtherHolder.accept(holder);
        }
    }

    private void read() {
        try {
            state.read(server.get(settings.key()), time.nanos());
            logFailure.accept("");
        } catch (ApiException e) {
            failed(e);
        }
    }

    private void write(Supplier<KubernetesObject> request, Predicate<ApiException> isConflict) {
        long sent = time.nanos();
        try {
            state.written(request.get(), sent, time.nanos());
            logFailure.accept("");
            if (state.isReleased()) {
                LOG.info(settings.key(), "released by this process");
            }
        } catch (ApiException e) {
            if (isConflict.test(e)) {
                LOG.debug(settings.key(), "has changed: " + e.getMessage());
                state.conflicted(e.getMessage(), time.nanos());
            } else {
                failed(e);
            }
        }
    }

    /** The client logs an unreachable API server, once for all requests. */
    private void failed(ApiException e) {
        if (e.code() == ApiException.NO_ANSWER) {
            LOG.debug(settings.key(), e.getMessage());
        } else {
            logFailure.accept(e.getMessage());
        }
        state.failed(e.getMessage(), time.nanos());
    }

    private void watchDeadline() {
        for (OptionalLong end = state.deadline(); end.isPresent(); end = state.deadline()) {
            time.parkUntil(end.getAsLong());
            state.expire(time.nanos());
        }
        notifyStopped();
    }

    /**
     * Notifies the listener once, and never after {@link #notifyStopped}. It has another lock than the state: a listener that
     * exits the process makes another thread release the Lease.
     *
     * @return whether this call notified the listener
     */
    private synchronized boolean notifyStarted() {
        if (notifiedStart || notifiedStop || !isLeading()) {
            return false;
        }
        notifiedStart = true;
        listener.onStartedLeading();
        return true;
    }

    private synchronized void notifyStopped() {
        String reason = state.lost();
        if (!reason.isEmpty() && !notifiedStop) {
            notifiedStop = true;
            listener.onStoppedLeading(settings.key() + " is lost: " + reason);
        }
    }
}
