/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.lease;

/** Monotonic time, and threads that wait by it. Waiting is as {@link java.util.concurrent.locks.LockSupport} has it. */
interface TimeSource {
    /** Now, in nanoseconds of any origin. */
    long nanos();

    /**
     * Suspends the calling thread until that time, or until it is resumed; returns early at times, and at once when the
     * thread was resumed before or is interrupted.
     */
    void parkUntil(long nanos);

    /** Resumes a thread. */
    void unpark(Thread thread);

    /** Starts a thread that does not keep the process alive. */
    Thread start(String name, Runnable work);
}
