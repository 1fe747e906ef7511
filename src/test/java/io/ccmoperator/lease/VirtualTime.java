// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Time that passes when a test says so, for several machines. Their threads are real, but one runs at a time, in the order in
 * which they are due, so that each run of a test is the same. Waiting is by {@link TimeSource}; a thread that waits for anything
 * else makes the test fail after ten seconds.
 */
final class VirtualTime implements AutoCloseable {
    private static final long STUCK_MILLIS = 10_000;

    private final Map<Thread, Waiting> threads = new LinkedHashMap<>();
    private final List<Runnable> checks = new ArrayList<>();
    private long now;
    private volatile Thread running;
    private Throwable fault;
    private volatile boolean closed;

    /** How a thread waits; times are the simulation's own. */
    private static final class Waiting {
        private final Machine machine;
        private long until;
        private boolean resumed;

        private Waiting(Machine machine, long until) {
            this.machine = machine;
            this.until = until;
        }
    }

    /** Unwinds the threads that are left at the end of a test. */
    private static final class Closed extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** The time of one machine; its origin is its own. */
    final class Machine implements TimeSource {
        private final long origin;
        private boolean dead;

        private Machine(long origin) {
            this.origin = origin;
        }

        @Override
        public long nanos() {
            synchronized (VirtualTime.this) {
                return origin + now;
            }
        }

        @Override
        public void parkUntil(long nanos) {
            park(Thread.currentThread(), nanos - origin);
        }

        @Override
        public void unpark(Thread thread) {
            synchronized (VirtualTime.this) {
                if (threads.get(thread) != null) {
                    threads.get(thread).resumed = true;
                }
            }
        }

        @Override
        public Thread start(String name, Runnable work) {
            return VirtualTime.this.start(this, name, work);
        }

        /** As after SIGKILL: no thread of it ever runs again. */
        void kill() {
            synchronized (VirtualTime.this) {
                dead = true;
            }
        }

        boolean isDead() {
            return dead;
        }
    }

    Machine machine(Duration origin) {
        return new Machine(origin.toNanos());
    }

    /** To be run after each turn of each thread. */
    void check(Runnable check) {
        checks.add(check);
    }

    /** Time since the beginning. */
    synchronized Duration elapsed() {
        return Duration.ofNanos(now);
    }

    /** Lets the calling thread wait, as a request does that takes its time. */
    void pass(Duration duration) {
        long until = elapsed().plus(duration).toNanos();
        while (elapsed().toNanos() < until) {
            park(Thread.currentThread(), until);
        }
    }

    /** Runs everything that is due until then. */
    void advance(Duration duration) {
        long end = elapsed().plus(duration).toNanos();
        for (Optional<Thread> next = nextDue(end); next.isPresent(); next = nextDue(end)) {
            giveTurn(next.get());
            checks.forEach(Runnable::run);
        }
    }

    /** Runs what is due now. */
    void settle() {
        advance(Duration.ZERO);
    }

    @Override
    public synchronized void close() {
        closed = true;
        threads.keySet().forEach(LockSupport::unpark);
    }

    private synchronized Optional<Thread> nextDue(long end) {
        Thread next = null;
        long due = Long.MAX_VALUE;
        for (Map.Entry<Thread, Waiting> entry : threads.entrySet()) {
            Waiting waiting = entry.getValue();
            long at = waiting.resumed ? now : Math.max(now, waiting.until);
            if (!waiting.machine.dead && at < due) {
                next = entry.getKey();
                due = at;
            }
        }
        now = Math.max(now, Math.min(due, end));
        return due <= end ? Optional.of(next) : Optional.empty();
    }

    private synchronized void giveTurn(Thread thread) {
        running = thread;
        LockSupport.unpark(thread);
        await(() -> running == null, "thread " + thread.getName() + " waits for something else than the virtual time");
        if (fault != null) {
            throw new AssertionError("thread " + thread.getName() + " failed", fault);
        }
    }

    private synchronized Thread start(Machine machine, String name, Runnable work) {
        Thread thread = new Thread(() -> runInTurns(work), name);
        threads.put(thread, new Waiting(machine, now));
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void runInTurns(Runnable work) {
        try {
            awaitTurn();
            work.run();
        } catch (Closed end) {
            return;
        } catch (RuntimeException | Error e) {
            fault = e;
        }
        synchronized (this) {
            threads.remove(Thread.currentThread());
            running = null;
            notifyAll();
        }
    }

    private void park(Thread thread, long until) {
        if (yieldTurn(thread, until)) {
            awaitTurn();
        }
        synchronized (this) {
            threads.get(thread).resumed = false;
        }
    }

    private synchronized boolean yieldTurn(Thread thread, long until) {
        Waiting waiting = threads.get(thread);
        if (waiting.resumed || until <= now) {
            return false;
        }
        waiting.until = until;
        running = null;
        notifyAll();
        return true;
    }

    private void awaitTurn() {
        while (running != Thread.currentThread()) {
            if (closed) {
                throw new Closed();
            }
            LockSupport.park(this);
        }
    }

    private void await(BooleanSupplier condition, String otherwise) {
        long end = System.nanoTime() + STUCK_MILLIS * 1_000_000;
        try {
            while (!condition.getAsBoolean()) {
                long millis = (end - System.nanoTime()) / 1_000_000;
                if (millis <= 0) {
                    throw new AssertionError(otherwise);
                }
                wait(millis);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
