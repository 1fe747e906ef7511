// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Reports watched objects of {@link StoredObjects} at once, but for those that a test withholds. Time does not pass, and no listener is
 * notified: a test runs by itself what listeners would trigger.
 */
public final class StoredWatches implements ObjectCache {
    private final StoredObjects server;
    private final Map<ObjectKey, Set<Runnable>> listeners = new HashMap<>();
    private final Set<ObjectKey> optional = new HashSet<>();
    private final Map<ObjectKey, CacheState> kept = new HashMap<>();

    /** @param server what is watched */
    public StoredWatches(StoredObjects server) {
        this.server = server;
    }

    /** The server does not report an object. */
    public void keepUnknown(ObjectKey key) {
        kept.put(key, new CacheState.NotSynced());
    }

    /** Events of an object are not delivered from now on, but for those of the process's own writes. */
    public void keepAsItIs(ObjectKey key) {
        kept.put(key, present(key));
    }

    /** All objects are reported again. */
    public void tellAll() {
        kept.clear();
    }

    /** Notifies the listeners of an object that it may have changed. */
    public void notifyListeners(ObjectKey key) {
        listeners.getOrDefault(key, Set.of()).forEach(Runnable::run);
    }

    /** What is watched now. */
    public Set<ObjectKey> watched() {
        return Set.copyOf(listeners.keySet());
    }

    @Override
    public void watch(ObjectKey key, Runnable listener) {
        optional.remove(key);
        listeners.computeIfAbsent(key, any -> new HashSet<>()).add(listener);
    }

    @Override
    public void watchOptional(ObjectKey key, Runnable listener) {
        if (!listeners.containsKey(key)) {
            optional.add(key);
        }
        listeners.computeIfAbsent(key, any -> new HashSet<>()).add(listener);
    }

    @Override
    public void unwatch(ObjectKey key, Runnable listener) {
        Set<Runnable> left = listeners.getOrDefault(key, new HashSet<>());
        left.remove(listener);
        if (left.isEmpty()) {
            listeners.remove(key);
        }
    }

    @Override
    public CacheState state(ObjectKey key) {
        return listeners.containsKey(key) ? kept.getOrDefault(key, present(key)) : new CacheState.NotSynced();
    }

    @Override
    public void recordWrite(KubernetesObject object, Runnable writer) {
        kept.replace(ObjectKey.of(object), new CacheState.Present(object));
    }

    @Override
    public boolean awaitSynced(Collection<ObjectKey> keys, Duration atMost) {
        return keys.stream().allMatch(key -> state(key).isSynced());
    }

    @Override
    public boolean hasSynced() {
        return listeners.keySet().stream()
                .allMatch(key -> optional.contains(key) || state(key).isSynced());
    }

    @Override
    public boolean isAlive() {
        return true;
    }

    private CacheState present(ObjectKey key) {
        return server.live(key).<CacheState>map(CacheState.Present::new).orElseGet(CacheState.Absent::new);
    }
}
