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
import org.jboss.logging.Logger;

/**
 * Keeps an object watched: attempt follows attempt, each with a fresh beginning, so that nothing that happens in between is
 * lost. Lives on the dispatcher's thread.
 */
final class ObjectWatch implements WatchAttempt.Listener {
    private static final Logger LOG = Logger.getLogger(ObjectWatch.class);

    private final ObjectState object;
    private final HttpTransport transport;
    private final Dispatcher dispatcher;
    private final WatchPace pace;
    private final Clock clock;
    private final AtomicBoolean watchLists;
    private WatchAttempt attempt;
    private ScheduledFuture<?> timer;
    private Duration watchFor;
    private Instant attemptBegan;
    private int failures;
    private String lastFailure = "";
    private boolean kindWasMissing;
    private boolean stopped;

    /** @param watchLists whether the server tells the beginning in a watch; all watches share what one of them finds out */
    ObjectWatch(
            ObjectState object,
            HttpTransport transport,
            Dispatcher dispatcher,
            WatchPace pace,
            Clock clock,
            AtomicBoolean watchLists) {
        this.object = object;
        this.transport = transport;
        this.dispatcher = dispatcher;
        this.pace = pace;
        this.clock = clock;
        this.watchLists = watchLists;
    }

    void start() {
        if (stopped) {
            return;
        }
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
        if (attempt != null) {
            attempt.cancel();
        }
        if (timer != null) {
            timer.cancel(false);
        }
    }

    @Override
    public void begun(Optional<Manifest> manifest, String version) {
        timer.cancel(false);
        WatchAttempt current = attempt;
        timer = dispatcher.schedule(watchFor.plus(pace.silence()), () -> current.fail("the server has fallen silent"));
        if (!lastFailure.isEmpty()) {
            LOG.infof("The watch of %s works again", object.key());
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
                LOG.info("The API server has no watch lists; what there is is listed before it is watched");
            }
            return Duration.ZERO;
        } else if (end instanceof WatchEnd.KindMissing) {
            return kindMissing();
        } else if (end instanceof WatchEnd.Failed failed) {
            failed(failed.reason());
        } else if (!attempt.hasBegun()) {
            failed("the server ended it before it told what there is");
        }
        // A watch that lasted had no trouble; one that ends as soon as it begins must not become a busy loop.
        boolean lasted = attempt.hasBegun() && !clock.instant().isBefore(attemptBegan.plus(pace.firstPause()));
        failures = lasted ? 0 : failures + 1;
        return lasted ? Duration.ZERO : pace.pauseAfter(failures);
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
            LOG.warnf("The watch of %s failed and is tried again: %s", object.key(), reason);
        }
        lastFailure = reason;
    }
}
