// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Reads each object once, when it is first asked for; there is no watch, and no listener is notified. Used by one thread. */
final class ReadObjects implements ObjectCache {
    private final DryRunServer server;
    private final Map<ObjectKey, CacheState> read = new HashMap<>();

    /** @param server is also asked for what was written since */
    ReadObjects(DryRunServer server) {
        this.server = server;
    }

    @Override
    public CacheState state(ObjectKey key) {
        return read.computeIfAbsent(key, this::read);
    }

    @Override
    public void recordWrite(KubernetesObject object, Runnable writer) {
        read.put(ObjectKey.of(object), new CacheState.Present(object));
    }

    @Override
    public boolean awaitSynced(Collection<ObjectKey> keys, Duration atMost) {
        return keys.stream().map(this::state).filter(CacheState::isSynced).count() == keys.size();
    }

    @Override
    public void watch(ObjectKey key, Runnable listener) {
        // Each object is read once.
    }

    @Override
    public void watchOptional(ObjectKey key, Runnable listener) {
        // Each object is read once.
    }

    @Override
    public Runnable watchMetadata(
            ResourceKind kind, String selector, BiConsumer<String, Optional<KubernetesObject>> listener) {
        throw new UnsupportedOperationException("a preview labels no nodes");
    }

    @Override
    public void unwatch(ObjectKey key, Runnable listener) {
        // Nothing is watched.
    }

    @Override
    public boolean hasSynced() {
        return true;
    }

    @Override
    public boolean isAlive() {
        return true;
    }

    /** The server keeps the failure. */
    private CacheState read(ObjectKey key) {
        try {
            return server.get(key).<CacheState>map(CacheState.Present::new).orElseGet(CacheState.Absent::new);
        } catch (ApiException e) {
            return new CacheState.NotSynced();
        }
    }
}
