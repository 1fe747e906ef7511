/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** The one thread on which everything happens that has to do with watches; what happens there needs no locks. */
final class Dispatcher implements Executor, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Dispatcher.class);
    private static final Duration LAST_WORK = Duration.ofSeconds(1);

    private final Clock clock;
    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, task -> {
        Thread watches = new Thread(task, "watches");
        watches.setDaemon(true);
        return watches;
    });
    private volatile Instant busySince = Instant.MAX;

    Dispatcher(Clock clock) {
        this.clock = clock;
        thread.setRemoveOnCancelPolicy(true);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Does something next. After the end it is left undone. */
    @Override
    public void execute(Runnable task) {
        try {
            thread.execute(() -> run(task));
        } catch (RejectedExecutionException e) {
            LOG.debug("Something came of a watch after its end");
        }
    }

    /** Does something later, unless it is cancelled. */
    ScheduledFuture<?> schedule(Duration delay, Runnable task) {
        return thread.schedule(() -> run(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Whether the thread is there and not stuck in something for that long. */
    boolean isAlive(Duration stuck) {
        return !thread.isShutdown()
                && (busySince.equals(Instant.MAX) || busySince.plus(stuck).isAfter(clock.instant()));
    }

    private void run(Runnable task) {
        busySince = clock.instant();
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.error("Unexpected failure in the work on watches", e);
        } finally {
            busySince = Instant.MAX;
        }
    }

    /** Ends it after the work in hand, which may still need what the caller closes next. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(LAST_WORK.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.debug("The last work on watches takes long");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
