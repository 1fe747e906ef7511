/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.assets.Manifest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps an object watched: attempt follows attempt, each with a fresh beginning, so that nothing that happens in between is
 * lost. Lives on the dispatcher's thread.
 */
final class ObjectWatch implements WatchAttempt.Listener {
    private static final ObjectLog LOG = ObjectLog.of(ObjectWatch.class);

    private final ObjectState object;
    private final HttpTransport transport;
    private final Dispatcher dispatcher;
    private final WatchPace pace;
    private final Clock clock;
    private final AtomicBoolean watchLists;
    private final Outage outage;
    private final Runnable endOfOutage = this::goOn;
    private WatchAttempt attempt;
    private ScheduledFuture<?> timer;
    private Duration watchFor;
    private Instant attemptBegan;
    private int failures;
    private String lastFailure = "";
    private boolean kindWasMissing;
    private boolean stopped;

    /**
     * @param watchLists whether the server tells the beginning in a watch; all watches share what one of them finds out
     * @param outage shared by all watches, too
     */
    ObjectWatch(
            ObjectState object,
            HttpTransport transport,
            Dispatcher dispatcher,
            WatchPace pace,
            Clock clock,
            AtomicBoolean watchLists,
            Outage outage) {
        this.object = object;
        this.transport = transport;
        this.dispatcher = dispatcher;
        this.pace = pace;
        this.clock = clock;
        this.watchLists = watchLists;
        this.outage = outage;
    }

    void start() {
        if (stopped) {
            return;
        }
        outage.forget(endOfOutage);
        watchFor = pace.watchFor();
        attemptBegan = clock.instant();
        attempt = new WatchAttempt(object.key(), transport, dispatcher, watchFor, this);
        // The connection may be dead without a word, or the server hang: no attempt goes on without an end in sight.
        WatchAttempt current = attempt;
        timer = dispatcher.schedule(pace.beginning(), current::giveUpBeginning);
        if (watchLists.get()) {
            attempt.watchList();
        } else {
            attempt.listAndWatch();
        }
    }

    void stop() {
        stopped = true;
        outage.forget(endOfOutage);
        if (attempt != null) {
            attempt.cancel();
        }
        if (timer != null) {
            timer.cancel(false);
        }
    }

    /** The pause is over: the server can be reached again. */
    private void goOn() {
        timer.cancel(false);
        failures = 0;
        start();
    }

    @Override
    public void answered() {
        outage.isOver();
    }

    @Override
    public void begun(Optional<Manifest> manifest, String version) {
        timer.cancel(false);
        WatchAttempt current = attempt;
        timer = dispatcher.schedule(watchFor.plus(pace.silence()), () -> current.fail("the server has fallen silent"));
        if (!lastFailure.isEmpty()) {
            LOG.info(object.key(), "the watch works again");
        }
        lastFailure = "";
        kindWasMissing = false;
        object.update(known -> known.begun(manifest, version), null);
    }

    @Override
    public void changed(Manifest manifest) {
        object.update(known -> known.changed(manifest), null);
    }

    @Override
    public void deleted(Manifest last) {
        object.update(known -> known.deleted(last), null);
    }

    @Override
    public void ended(WatchEnd end) {
        timer.cancel(false);
        if (!stopped) {
            timer = dispatcher.schedule(pauseAfter(end), this::start);
        }
    }

    private Duration pauseAfter(WatchEnd end) {
        if (end instanceof WatchEnd.NoWatchLists) {
            if (watchLists.getAndSet(false)) {
                LOG.info(
                        object.key(),
                        "the API server has no watch lists; what there is is listed before it is watched");
            }
            return Duration.ZERO;
        } else if (end instanceof WatchEnd.KindMissing) {
            return kindMissing();
        } else if (end instanceof WatchEnd.Unreachable unreachable) {
            return unreachable(unreachable.reason());
        } else if (end instanceof WatchEnd.Busy busy) {
            failed(busy.reason());
            failures++;
            return pace.pauseAsked(failures, busy.pause());
        } else if (end instanceof WatchEnd.Failed failed) {
            failed(failed.reason());
        } else if (!attempt.hasBegun()) {
            failed("the server ended it before it told what there is");
        }
        // A watch that lasted had no trouble; one that ends as soon as it begins must not become a busy loop.
        failures = hasLasted() ? 0 : failures + 1;
        return hasLasted() ? Duration.ZERO : pace.pauseAfter(failures);
    }

    private boolean hasLasted() {
        return attempt.hasBegun() && !clock.instant().isBefore(attemptBegan.plus(pace.firstPause()));
    }

    /** That a connection was cut off is no outage yet: the next one may work. */
    private Duration unreachable(String reason) {
        if (hasLasted()) {
            LOG.debug(object.key(), "the watch was cut off: " + reason);
            failures = 0;
            return Duration.ZERO;
        }
        outage.goesOn(reason, endOfOutage);
        failures++;
        return pace.pauseInOutage(failures);
    }

    /** A server that has just started may not know of a kind for a moment: what was there is given a second look. */
    private Duration kindMissing() {
        failures = 0;
        if (!kindWasMissing && object.state().object().isPresent()) {
            kindWasMissing = true;
            return pace.firstPause();
        }
        object.update(KnownObject::withoutKind, null);
        return pace.missingKind();
    }

    private void failed(String reason) {
        if (!reason.equals(lastFailure)) {
            LOG.warn(object.key(), "the watch failed and is tried again: " + reason);
        }
        lastFailure = reason;
    }
}
