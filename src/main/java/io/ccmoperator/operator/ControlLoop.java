/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/**
 * Runs one controller on a thread of its own: when it is woken, and at the pace that its last result asks for. However often
 * it is woken meanwhile, it runs once more. It runs only while this process leads.
 */
final class ControlLoop {
    private static final Logger LOG = Logger.getLogger(ControlLoop.class);

    private final Controller controller;
    private final Reconciler reconciler;
    private final BooleanSupplier leading;
    private final Consumer<ReconcileResult> results;
    private final OperatorMetrics metrics;
    private final Semaphore wakes = new Semaphore(0);
    private final Thread thread;
    private final ResultLog log;
    private volatile boolean stopping;

    /** What the loop runs. */
    @FunctionalInterface
    interface Reconciler {
        /** One look at the cluster, and what has to be done about it. */
        ReconcileResult reconcile() throws InterruptedException;
    }

    ControlLoop(
            Controller controller,
            Reconciler reconciler,
            BooleanSupplier leading,
            Consumer<ReconcileResult> results,
            OperatorMetrics metrics) {
        this.controller = controller;
        this.reconciler = reconciler;
        this.leading = leading;
        this.results = results;
        this.metrics = metrics;
        metrics.expect(controller.text(), ReconcileResult.words());
        this.log = new ResultLog(controller);
        this.thread = new Thread(this::run, controller.text());
    }

    void start() {
        thread.start();
        wake();
    }

    /** Lets the controller run soon. Returns at once. */
    void wake() {
        wakes.release();
    }

    /** Ends the loop after the reconcile in hand, which is interrupted when it takes longer than this. */
    void stop(Duration patience) throws InterruptedException {
        stopping = true;
        wake();
        thread.join(patience.toMillis());
        thread.interrupt();
    }

    /** Whether it is to run and has not begun. */
    boolean isAwaited() {
        return wakes.availablePermits() > 0;
    }

    boolean isAlive() {
        return thread.isAlive();
    }

    private void run() {
        MDC.put("controller", controller.text());
        Pace pace = Pace.START;
        Optional<Duration> pause = Optional.empty();
        try {
            while (true) {
                awaitWake(pause);
                if (stopping) {
                    return;
                }
                if (leading.getAsBoolean()) {
                    ReconcileResult result = measure();
                    pace = pace.after(result);
                    pause = pace.pause(result);
                    log.tell(result);
                    results.accept(result);
                }
            }
        } catch (InterruptedException e) {
            LOG.debugf("controller %s: stopped in the middle of a reconcile", controller.text());
        }
    }

    private void awaitWake(Optional<Duration> pause) throws InterruptedException {
        if (pause.isPresent()) {
            // Woken or not, it is time to run.
            wakes.tryAcquire(pause.get().toMillis(), TimeUnit.MILLISECONDS);
        } else {
            wakes.acquire();
        }
        wakes.drainPermits();
    }

    private ReconcileResult measure() throws InterruptedException {
        long start = System.nanoTime();
        ReconcileResult result = reconcile();
        metrics.reconciled(controller.text(), result.word(), Duration.ofNanos(System.nanoTime() - start));
        return result;
    }

    private ReconcileResult reconcile() throws InterruptedException {
        try {
            return reconciler.reconcile();
        } catch (RuntimeException e) {
            LOG.errorf(e, "controller %s: unexpected failure", controller.text());
            return ReconcileResult.transientFailure("unexpected failure: " + e);
        }
    }
}
