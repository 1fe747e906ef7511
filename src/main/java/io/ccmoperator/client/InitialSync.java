// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import java.time.Duration;
import java.util.List;

/**
 * Objects that a controller watches all the time. Before its first reconcile the controller waits up to 5 s until each of them is
 * synced, so that it does not act on a part of the existing objects. It waits only once: an object that is not synced by then,
 * such as one that the controller may not read, must not delay every reconcile. Used by one thread.
 */
public final class InitialSync {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ObjectCache objects;
    private final List<ObjectKey> needed;
    private boolean taken;

    /**
     * Begins to watch.
     *
     * @param listener is notified of every change of one of them
     */
    public InitialSync(ObjectCache objects, List<ObjectKey> needed, Runnable listener) {
        this.objects = objects;
        this.needed = needed;
        needed.forEach(key -> objects.watch(key, listener));
    }

    /** Waits, if it is the first time. */
    public void await() throws InterruptedException {
        if (!taken) {
            taken = true;
            objects.awaitSynced(needed, PATIENCE);
        }
    }
}
