/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.lease;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectLog;
import java.time.Clock;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * One process's part in electing the one that leads, by a Lease.
 *
 * <p>Life cycle: {@link #start} begins on a thread of its own. The Lease is created at once; where there is one, it is taken
 * if it was released, and otherwise looked at every retryPeriod until its holder has not renewed it for the holder's own
 * lease duration, counted here from when the last renewal was first seen. {@link #leaseChanged} makes that quicker. With the
 * Lease, this process leads: the listener is notified that it started, and the Lease is renewed every retryPeriod. A request that
 * fails is repeated after 1 s, 2 s, 4 s and so on up to retryPeriod; a namespace that does not exist yet and an API server
 * that is down are failures like others. With --leader-elect=false the process leads from {@link #start} on, without threads
 * and requests.
 *
 * <p>It ends in one of these ways, once, and never begins again:
 *
 * <ul>
 *   <li>{@link #release}: a graceful stop. The process does not lead from that moment on; a Lease that it holds is written
 *       without a holder, so that another one takes it at once. The listener is not notified.
 *   <li>No renewal within renewDeadline, counted from when the last good one was sent, because requests fail, meet conflicts
 *       or hang: a second thread watches the time and notifies the listener that leadership stopped, also while the first one
 *       waits for an answer. An answer that comes later changes nothing.
 *   <li>The Lease turns out to be another's while this process leads, or without a holder: another client edited it, or this process
 *       was suspended for so long that another one took over. The listener is notified that leadership stopped.
 *   <li>A fault of this program, a listener that throws included: the listener is notified that leadership stopped.
 *   <li>The process is killed: others take the Lease after its duration. A new process has a new identity and waits as well.
 * </ul>
 *
 * <p>A Lease that is deleted is created again by its leader within retryPeriod, at once when {@link #leaseDeleted} reports it;
 * candidates that had seen it held wait as if it still were. A process that starts in between does not know and takes it:
 * deleting the Lease of a living leader is the one way to have two for that long.
 *
 * <p>Neither a wrong wall clock nor one that jumps matters: it only fills in the times that people read. A process that was
 * suspended finds by {@link #isLeading} that its time is over before any thread has noticed; ask it before each write.
 */
public final class LeaderElection {
    private static final ObjectLog LOG = ObjectLog.of(LeaderElection.class);

    private final LeaseSettings settings;
    private final String identity;
    private final TimeSource time;
    private final ElectionState candidacy;
    private final LeaseRequests requests;
    private final LeadershipNotifier announcement;

    private volatile boolean leadsAlone;
    private volatile Thread thread;
    private volatile Thread releasing;
    private String shownHolder = "";

    /**
     * An election that has not begun. The identity is {@code <hostname>_<uuid>}.
     *
     * @param clock the time of day for the Lease's acquireTime and renewTime, and nothing else
     */
    public LeaderElection(LeaseSettings settings, ApiServer server, Clock clock, LeadershipListener listener) {
        this(settings, Identity.ofThisProcess(), server, clock, new SystemTimeSource(), listener);
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
        this.time = time;
        candidacy = new ElectionState(settings, identity, clock, time.nanos());
        requests = new LeaseRequests(server, settings.key(), candidacy, time);
        announcement = new LeadershipNotifier(listener);
    }

    /** Begins; returns at once. To be called once. */
    public void start() {
        if (settings.enabled()) {
            thread = time.start("lease", this::run);
        } else {
            leadsAlone = true;
            announcement.start(() -> true);
        }
    }

    /** Whether this process may write now. */
    public boolean isLeading() {
        return leadsAlone || candidacy.isLeading(time.nanos());
    }

    /**
     * To be called with each state of the Lease that a watch of {@link LeaseSettings#key} tells, the first one included; late
     * or old ones do no harm. Returns at once.
     */
    public void leaseChanged(KubernetesObject lease) {
        candidacy.noticed(lease, time.nanos());
        time.unpark(thread);
    }

    /** To be called when such a watch reports that the Lease was deleted. Returns at once. */
    public void leaseDeleted() {
        candidacy.noticedDeletion(time.nanos());
        time.unpark(thread);
    }

    /**
     * Ends the election gracefully, after whatever writes by this leadership has stopped; {@link #isLeading} is false from
     * the beginning of the call on. Not to be called by the listener.
     *
     * @param within how long to wait for it at most
     * @return true when this process does not hold the Lease any more; false when that is not known, or when the election had
     *     ended before: others then wait for the Lease's duration
     */
    public boolean release(Duration within) {
        leadsAlone = false;
        if (thread == null) {
            return true;
        }
        long until = time.nanos() + within.toNanos();
        releasing = Thread.currentThread();
        candidacy.resign(time.nanos());
        time.unpark(thread);
        while (!candidacy.isEnded() && time.nanos() - until < 0 && !releasing.isInterrupted()) {
            time.parkUntil(until);
        }
        candidacy.abandon();
        LOG.info(settings.key(), candidacy.isReleased() ? "not held any more" : "could not be released");
        return candidacy.isReleased();
    }

    private void run() {
        try {
            while (takeStep()) {
                if (announcement.start(() -> candidacy.isLeading(time.nanos()))) {
                    LOG.info(settings.key(), "held by this process, " + identity);
                    time.start("lease-deadline", this::watchDeadline);
                }
            }
        } catch (RuntimeException e) {
            LOG.error(settings.key(), "the election failed", e);
            candidacy.lose("the election failed: " + e);
        }
        announceEnd();
        time.unpark(releasing);
    }

    /** Between the decision and the wait there is nothing: a notification in between ends the wait. */
    private boolean takeStep() {
        Action step = candidacy.next(time.nanos());
        if (step instanceof Action.Idle idle) {
            time.parkUntil(idle.untilNanos());
        } else if (step instanceof Action.Read) {
            requests.read();
            showHolder();
        } else if (step instanceof Action.Create create) {
            requests.create(create.lease());
        } else if (step instanceof Action.Replace replace) {
            requests.replace(replace.lease());
        }
        return !(step instanceof Action.Finished);
    }

    private void watchDeadline() {
        for (OptionalLong end = candidacy.deadline(); end.isPresent(); end = candidacy.deadline()) {
            time.parkUntil(end.getAsLong());
            candidacy.expire(time.nanos());
        }
        announceEnd();
    }

    private void announceEnd() {
        String reason = candidacy.lost();
        if (!reason.isEmpty()) {
            announcement.stop(settings.key() + " is lost: " + reason);
        }
    }

    private void showHolder() {
        String holder = candidacy.holder();
        if (!holder.isEmpty() && !holder.equals(shownHolder) && !holder.equals(identity)) {
            shownHolder = holder;
            LOG.info(settings.key(), "held by " + holder);
        }
    }
}
