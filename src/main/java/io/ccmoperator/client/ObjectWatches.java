// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.fabric8.kubernetes.client.impl.BaseClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import org.jboss.logging.Logger;

/** The watches of the process, one an object, whoever asks for it. Listeners are notified on one thread. */
final class ObjectWatches implements ObjectCache, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(ObjectWatches.class);

    private record Watched(CacheEntry object, ObjectWatch watch) {}

    private final BaseClient client;
    private final MetadataWatches metadata;
    private final ClientTimings timings;
    private final Clock clock;
    private final AtomicBoolean watchLists = new AtomicBoolean(true);
    private final Map<ObjectKey, Watched> watched = new HashMap<>();
    private final Set<ObjectKey> optional = new HashSet<>();
    private final ScheduledThreadPoolExecutor listeners = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "watches");
        thread.setDaemon(true);
        return thread;
    });

    private volatile Instant listenerSince = Instant.MAX;

    ObjectWatches(BaseClient client, ClientTimings timings, Clock clock) {
        this.client = client;
        this.metadata = new MetadataWatches(client);
        this.timings = timings;
        this.clock = clock;
        listeners.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        long check = timings.silence().toMillis() / 5;
        listeners.scheduleWithFixedDelay(this::checkSilence, check, check, TimeUnit.MILLISECONDS);
    }

    @Override
    public synchronized void watch(ObjectKey key, Runnable listener) {
        optional.remove(key);
        listen(key, listener);
    }

    @Override
    public synchronized void watchOptional(ObjectKey key, Runnable listener) {
        if (!watched.containsKey(key)) {
            optional.add(key);
        }
        listen(key, listener);
    }

    private void listen(ObjectKey key, Runnable listener) {
        Watched existing = watched.get(key);
        if (existing != null) {
            existing.object().add(listener);
            return;
        }
        CacheEntry object = new CacheEntry(key, this::notifyLater, this::wakeWaiting);
        object.add(listener);
        ObjectWatch watch = new ObjectWatch(object, client, watchLists, timings, clock);
        watched.put(key, new Watched(object, watch));
        watch.start();
    }

    /** As {@link ApiConnection#count} has it. */
    void count(ResourceKind kind, String selector, IntConsumer counted) {
        metadata.count(kind, selector, counted);
    }

    @Override
    public synchronized void unwatch(ObjectKey key, Runnable listener) {
        Watched existing = watched.get(key);
        if (existing != null && existing.object().remove(listener)) {
            watched.remove(key);
            optional.remove(key);
            existing.watch().stop();
        }
    }

    @Override
    public synchronized CacheState state(ObjectKey key) {
        Watched existing = watched.get(key);
        return existing == null ? new CacheState.NotSynced() : existing.object().state();
    }

    @Override
    public void recordWrite(KubernetesObject object, Runnable writer) {
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

    private void notifyLater(Runnable listener) {
        try {
            listeners.execute(() -> notify(listener));
        } catch (RejectedExecutionException e) {
            LOG.debug("ignoring watch event received after shutdown");
        }
    }

    private void notify(Runnable listener) {
        listenerSince = clock.instant();
        try {
            listener.run();
        } catch (RuntimeException e) {
            LOG.error("a listener of a watch failed", e);
        } finally {
            listenerSince = Instant.MAX;
        }
    }

    private synchronized void checkSilence() {
        watched.values().forEach(object -> object.watch().checkSilence());
    }

    @Override
    public synchronized boolean awaitSynced(Collection<ObjectKey> keys, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (!keys.stream().allMatch(key -> state(key).isSynced())) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    @Override
    public synchronized boolean hasSynced() {
        return watched.keySet().stream()
                .allMatch(key -> optional.contains(key) || state(key).isSynced());
    }

    @Override
    public boolean isAlive() {
        Instant since = listenerSince;
        return !listeners.isShutdown()
                && (since.equals(Instant.MAX) || since.plus(timings.stuck()).isAfter(clock.instant()));
    }

    /** Ends the watches. Listeners are not notified any more. */
    @Override
    public void close() {
        listeners.shutdown();
        synchronized (this) {
            watched.values().forEach(object -> object.watch().stop());
        }
    }
}
