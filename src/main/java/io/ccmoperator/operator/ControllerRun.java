// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.metrics.ReconcileMetrics;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/**
 * Runs the reconcile of one controller, one at a time: only while this process leads and is not being stopped. Each
 * run is measured, logged if its result differs from the previous one, and reported. An exception or Error that the
 * domain does not expect is a transient failure of this controller; the other controllers and the process continue.
 */
final class ControllerRun {
    private static final Logger LOG = Logger.getLogger(ControllerRun.class);

    private final Controller controller;
    private final DomainReconciler domain;
    private final BooleanSupplier leading;
    private final ReconcileGate gate;
    private final Consumer<ReconcileResult> results;
    private final ReconcileMetrics metrics;
    private final ResultLog log;
    private final ReentrantLock turn = new ReentrantLock();

    /** A reconcile of the domain, which knows nothing of the SDK. */
    @FunctionalInterface
    interface DomainReconciler {
        /** Compares the cluster with the desired state and writes the difference. */
        ReconcileResult reconcile() throws InterruptedException;
    }

    /**
     * @param leading whether this process may write
     * @param results receives each result
     * @param metrics is given the word of each result
     */
    ControllerRun(
            Controller controller,
            DomainReconciler domain,
            BooleanSupplier leading,
            ReconcileGate gate,
            Consumer<ReconcileResult> results,
            ReconcileMetrics metrics) {
        this.controller = controller;
        this.domain = domain;
        this.leading = leading;
        this.gate = gate;
        this.results = results;
        this.metrics = metrics;
        this.log = new ResultLog(controller);
    }

    /** Runs as {@link #run} does, and measures what otherwise the SDK's hooks measure. */
    Optional<ReconcileResult> runWithoutSdk() throws InterruptedException {
        return metrics.measure(controller.value(), this::run);
    }

    /**
     * Runs once, after the run of another thread.
     *
     * @return the result; empty if this process does not lead or is being stopped
     * @throws InterruptedException if the thread is interrupted; nothing is reported then
     */
    Optional<ReconcileResult> run() throws InterruptedException {
        turn.lockInterruptibly();
        try {
            return enterAndRun();
        } finally {
            turn.unlock();
        }
    }

    private Optional<ReconcileResult> enterAndRun() throws InterruptedException {
        if (!leading.getAsBoolean() || !gate.enter()) {
            return Optional.empty();
        }
        MDC.put("controller", controller.value());
        try {
            ReconcileResult result = reconcile();
            metrics.result(result.word());
            log.log(result);
            results.accept(result);
            return Optional.of(result);
        } finally {
            MDC.remove("controller");
            gate.leave();
        }
    }

    private ReconcileResult reconcile() throws InterruptedException {
        try {
            return domain.reconcile();
        } catch (RuntimeException | Error e) {
            // The memory and the stack that an Error says are used up are free again here.
            LOG.errorf(e, "controller %s: unexpected failure", controller.value());
            return ReconcileResult.transientFailure(UnexpectedFailure.cause(e));
        }
    }
}
