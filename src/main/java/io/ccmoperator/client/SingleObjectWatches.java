/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.assets.Manifest;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The watches of the process, one an object. */
final class SingleObjectWatches implements WatchedObjects, AutoCloseable {
    private record Watched(ObjectState object, ObjectWatch watch) {}

    private final HttpTransport transport;
    private final WatchPace pace;
    private final Clock clock;
    private final Dispatcher dispatcher;
    private final AtomicBoolean watchLists = new AtomicBoolean(true);
    private final Outage outage;
    private final Map<ObjectKey, Watched> watched = new HashMap<>();

    SingleObjectWatches(HttpTransport transport, WatchPace pace, Clock clock) {
        this.transport = transport;
        this.pace = pace;
        this.clock = clock;
        this.dispatcher = new Dispatcher(clock);
        this.outage = new Outage(transport.address(), clock);
    }

    @Override
    public synchronized void watch(ObjectKey key, Runnable listener) {
        Watched existing = watched.get(key);
        if (existing != null) {
            existing.object().add(listener);
            return;
        }
        ObjectState object = new ObjectState(key, dispatcher, this::wakeWaiting);
        object.add(listener);
        ObjectWatch watch = new ObjectWatch(object, transport, dispatcher, pace, clock, watchLists, outage);
        watched.put(key, new Watched(object, watch));
        dispatcher.execute(watch::start);
    }

    @Override
    public synchronized void unwatch(ObjectKey key, Runnable listener) {
        Watched existing = watched.get(key);
        if (existing != null && existing.object().remove(listener)) {
            watched.remove(key);
            dispatcher.execute(existing.watch()::stop);
        }
    }

    @Override
    public synchronized Observed state(ObjectKey key) {
        Watched existing = watched.get(key);
        return existing == null ? new Observed.NotYetKnown() : existing.object().state();
    }

    @Override
    public void seen(Manifest object, Runnable writer) {
        Watched existing = find(ObjectKey.of(object));
        if (existing != null) {
            existing.object().update(known -> known.changed(object), writer);
        }
    }

    private synchronized Watched find(ObjectKey key) {
        return watched.get(key);
    }

    private synchronized void wakeWaiting() {
        notifyAll();
    }

    @Override
    public synchronized boolean awaitKnown(Collection<ObjectKey> keys, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (!keys.stream().allMatch(key -> state(key).isKnown())) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    @Override
    public synchronized boolean allKnown() {
        return watched.keySet().stream().allMatch(key -> state(key).isKnown());
    }

    @Override
    public boolean isAlive() {
        return dispatcher.isAlive(pace.stuck());
    }

    /** Returns when nothing is done about watches any more; the connection's end ends what the server still sends. */
    @Override
    public void close() {
        dispatcher.close();
    }
}
