/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.lease;

import java.util.concurrent.locks.LockSupport;

/** The time of this machine. */
final class SystemTimeSource implements TimeSource {
    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public void parkUntil(long nanos) {
        LockSupport.parkNanos(this, nanos - nanos());
    }

    @Override
    public void unpark(Thread thread) {
        LockSupport.unpark(thread);
    }

    @Override
    public Thread start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
