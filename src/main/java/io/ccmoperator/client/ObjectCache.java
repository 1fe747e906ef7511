// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import java.time.Duration;
import java.util.Collection;

/**
 * Objects that are watched, each by its name: other objects have no cost. The process has one watch of an object, for
 * all its listeners. A watch that fails is retried without end; its cached object is kept meanwhile.
 *
 * <p>Listeners are notified of every change of {@link #state}, one after the other, on one thread that is theirs, so
 * they have
 * to be quick: trigger a reconcile, and return. They are not notified of what changed, only that something did;
 * changes that follow each other
 * closely may be one notification.
 */
public interface ObjectCache {
    /**
     * Watches an object for a listener. The first listener of an object starts its watch; the same listener counts once.
     * The listener is not notified of what is known already: look at {@link #state}.
     */
    void watch(ObjectKey key, Runnable listener);

    /**
     * The same for an object without which the process works as well: {@link #hasSynced} does not wait for it, so that a
     * missing permission for it does not keep the process from being ready. An object that another listener needs is
     * waited for.
     */
    void watchOptional(ObjectKey key, Runnable listener);

    /**
     * The listener is no longer notified of the object. With its last listener the watch ends and the object is
     * forgotten.
     */
    void unwatch(ObjectKey key, Runnable listener);

    /** The cached state of an object. It is never replaced by an older state of the object. */
    CacheState state(ObjectKey key);

    /**
     * Records the response to a write, so that {@link #state} includes the writes of this process.
     * Nothing happens when the object is not watched or something newer is known.
     *
     * @param object as the server has it
     * @param writer the listener is not notified of its own writes, so that a write does not trigger its writer; the
     * others are
     *     notified. Null: all are notified.
     */
    void recordWrite(KubernetesObject object, Runnable writer);

    /**
     * Waits until each of these is known. They have to be watched.
     *
     * @return false when that did not come true within the time
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    boolean awaitSynced(Collection<ObjectKey> keys, Duration atMost) throws InterruptedException;

    /** Whether everything that is watched is known, without optional objects. */
    boolean hasSynced();

    /**
     * Whether the watching as such works: false when its thread has ended or is stuck. That the server does not answer, or
     * rejects, is not a reason to restart: the watches retry, and a restart would only lose the cache.
     */
    boolean isAlive();
}
