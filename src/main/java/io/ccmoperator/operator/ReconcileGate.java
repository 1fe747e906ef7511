// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Lets reconciles through until it is closed, and waits then for those that have begun. The SDK's stop interrupts the reconcile in hand, or
 * waits for all of its threads, also for the one that waits for the API server, and lets reconciles begin meanwhile.
 */
@Singleton
final class ReconcileGate {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private volatile boolean closed;

    /** Begins a reconcile. When it returns true, the same thread calls {@link #leave} at the end; false: do not begin. */
    boolean enter() {
        if (!closed && lock.readLock().tryLock()) {
            if (!closed) {
                return true;
            }
            lock.readLock().unlock();
        }
        return false;
    }

    /** Ends a reconcile that {@link #enter} let through. */
    void leave() {
        lock.readLock().unlock();
    }

    /**
     * Lets no further reconcile through and waits for those in hand.
     *
     * @return false if one of them has not ended in time
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    boolean close(Duration atMost) throws InterruptedException {
        closed = true;
        if (lock.writeLock().tryLock(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
            lock.writeLock().unlock();
            return true;
        }
        return false;
    }

    boolean isClosed() {
        return closed;
    }
}
