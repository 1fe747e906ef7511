// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Looks at the sample cluster now and then: completes rollouts, prints news, and ends development mode if it is to end. */
final class ClusterLoop implements AutoCloseable {
    private static final Duration EVERY = Duration.ofMillis(300);

    private final SimulatedRollouts rollouts;
    private final StatusReport status;
    private final Optional<Duration> exitWithin;
    private final long begin = System.nanoTime();
    private final PrintStream out;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(ClusterLoop::thread);
    private String lastFault = "";

    private ClusterLoop(ClusterClient client, StatusReport status, Optional<Duration> exitWithin, PrintStream out) {
        this.rollouts = new SimulatedRollouts(client);
        this.status = status;
        this.exitWithin = exitWithin;
        this.out = out;
    }

    /** @param exitWithin when the operator has to be Available, which ends development mode; empty: it continues */
    static ClusterLoop start(
            ClusterClient client, StatusReport status, Optional<Duration> exitWithin, PrintStream out) {
        ClusterLoop loop = new ClusterLoop(client, status, exitWithin, out);
        loop.executor.scheduleWithFixedDelay(loop::look, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
        return loop;
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }

    private void look() {
        try {
            rollouts.complete();
            if (status.print() && exitWithin.isPresent()) {
                DevModeEnd.with(0);
            }
            lastFault = "";
        } catch (RuntimeException e) {
            log(e);
        }
        exitWithin.filter(limit -> System.nanoTime() - begin > limit.toNanos()).ifPresent(this::fail);
    }

    private void log(RuntimeException fault) {
        String words = fault.toString();
        if (!words.equals(lastFault) && !executor.isShutdown()) {
            out.println("development mode: " + words);
        }
        lastFault = words;
    }

    private void fail(Duration missed) {
        out.println("development mode: the operator is not Available after " + missed.toSeconds()
                + " s (ccm-operator.dev.exit-within)");
        DevModeEnd.with(1);
    }

    private static Thread thread(Runnable look) {
        Thread thread = new Thread(look, "sample cluster");
        thread.setDaemon(true);
        // That of the build step, which this thread would inherit, is closed when the application restarts.
        thread.setContextClassLoader(ClusterLoop.class.getClassLoader());
        return thread;
    }
}
