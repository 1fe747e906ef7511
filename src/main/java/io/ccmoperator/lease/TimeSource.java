// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import java.util.concurrent.locks.LockSupport;

/** Monotonic time, and threads that wait by it. */
interface TimeSource {
    /** The time of this machine. */
    TimeSource SYSTEM = new TimeSource() {
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
    };

    /** Now, in nanoseconds of any origin. */
    long nanos();

    /** Suspends the calling thread until that time, with the early returns of {@link LockSupport#parkNanos(Object, long)}. */
    void parkUntil(long nanos);

    void unpark(Thread thread);

    /** Starts a thread that does not keep the process alive. */
    Thread start(String name, Runnable work);
}
