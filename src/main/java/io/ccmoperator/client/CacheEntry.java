// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** The cached state of one object, and its listeners. */
final class CacheEntry {
    private final ObjectKey key;
    private final Executor dispatcher;
    private final Runnable anyChange;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final AtomicReference<CachedObject> known = new AtomicReference<>(CachedObject.UNKNOWN);

    /** @param anyChange called at once and on the thread of the change, before the listeners */
    CacheEntry(ObjectKey key, Executor dispatcher, Runnable anyChange) {
        this.key = key;
        this.dispatcher = dispatcher;
        this.anyChange = anyChange;
    }

    ObjectKey key() {
        return key;
    }

    CacheState state() {
        return known.get().state();
    }

    void add(Runnable listener) {
        if (!listeners.contains(listener)) {
            listeners.add(listener);
        }
    }

    /** Removes a listener. True when the object has no other one. */
    boolean remove(Runnable listener) {
        listeners.remove(listener);
        return listeners.isEmpty();
    }

    /**
     * Changes what is known.
     *
     * @param exceptFor is not notified; null: all are
     * @return what was known before
     */
    CachedObject update(UnaryOperator<CachedObject> change, Runnable exceptFor) {
        CachedObject before = known.getAndUpdate(change);
        if (!change.apply(before).hasSameState(before)) {
            anyChange.run();
            notifyListeners(exceptFor);
        }
        return before;
    }

    private void notifyListeners(Runnable exceptFor) {
        for (Runnable listener : listeners) {
            if (!listener.equals(exceptFor)) {
                // A task of its own: a listener that fails does not keep the others from being notified.
                dispatcher.execute(listener);
            }
        }
    }
}
