/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.ccmoperator.metrics.Measured;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ControlLoopTest {
    private static final String COUNTER = "ccm_operator_reconciliations_total{controller=\"ccm\",result=\"%s\"}";

    private final BlockingQueue<ReconcileResult> results = new LinkedBlockingQueue<>();
    private final AtomicBoolean leading = new AtomicBoolean(true);
    private final Measured measured = new Measured();
    private ControlLoop loop;

    private void start(ControlLoop.Reconciler reconciler) {
        loop = new ControlLoop(
                Controller.CLOUD_CONTROLLER_MANAGER, reconciler, leading::get, results::add, measured.metrics);
        loop.start();
    }

    private ReconcileResult next() throws InterruptedException {
        return results.poll(30, TimeUnit.SECONDS);
    }

    @AfterEach
    void stop() throws InterruptedException {
        loop.stop(Duration.ofSeconds(30));
    }

    @Test
    void itRunsAtItsStartAndWheneverItIsWoken() throws InterruptedException {
        start(ReconcileResult::converged);
        assertThat(next()).isEqualTo(ReconcileResult.converged());

        loop.wake();

        assertThat(next()).isEqualTo(ReconcileResult.converged());
    }

    @Test
    void howeverOftenItIsWokenMeanwhileItRunsOnceMore() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch woken = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        start(() -> {
            runs.incrementAndGet();
            running.countDown();
            woken.await();
            return ReconcileResult.converged();
        });
        running.await();
        for (int i = 0; i < 100; i++) {
            loop.wake();
        }

        woken.countDown();
        next();
        next();
        loop.stop(Duration.ofSeconds(30));

        assertThat(runs).hasValue(2);
    }

    @Test
    void aFaultOfTheControllerIsATransientFailure() throws InterruptedException {
        start(() -> {
            throw new IllegalStateException("not expected");
        });

        assertThat(next())
                .isEqualTo(ReconcileResult.transientFailure(
                        "unexpected failure: java.lang.IllegalStateException: not expected"));
        assertThat(loop.isAlive()).isTrue();
    }

    @Test
    void itRestsUntilTheProcessLeads() throws InterruptedException {
        leading.set(false);
        AtomicInteger runs = new AtomicInteger();
        start(() -> {
            runs.incrementAndGet();
            return ReconcileResult.converged();
        });

        leading.set(true);
        loop.wake();

        assertThat(next()).isNotNull();
        assertThat(runs.get()).isBetween(1, 2);
    }

    @Test
    void itEndsAfterTheReconcileInHand() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        start(() -> {
            running.countDown();
            mayEnd.await();
            return ReconcileResult.converged();
        });
        running.await();

        Thread stopping = new Thread(() -> {
            try {
                loop.stop(Duration.ofSeconds(30));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        stopping.start();
        mayEnd.countDown();
        stopping.join();

        assertThat(next()).isEqualTo(ReconcileResult.converged());
        assertThat(loop.isAlive()).isFalse();
    }

    @Test
    void eachRunIsCountedByItsResultAndItsTimeIsTaken() throws InterruptedException {
        Iterator<ReconcileResult> inTurn = List.<ReconcileResult>of(
                        ReconcileResult.converged(),
                        ReconcileResult.transientFailure("no answer"),
                        ReconcileResult.terminalFailure("bad input"),
                        new ReconcileResult.Waiting("news"),
                        new ReconcileResult.Progressing("Rolling out all"))
                .iterator();
        start(inTurn::next);
        for (int run = 1; run < 5; run++) {
            next();
            loop.wake();
        }
        next();

        assertThat(measured.samples())
                .contains(
                        entry(COUNTER.formatted("converged"), 1.0),
                        entry(COUNTER.formatted("transient_failure"), 1.0),
                        entry(COUNTER.formatted("terminal_failure"), 1.0),
                        entry(COUNTER.formatted("waiting"), 1.0),
                        entry(COUNTER.formatted("progressing"), 1.0),
                        entry("ccm_operator_reconciliation_duration_seconds_count{controller=\"ccm\"}", 5.0));
    }

    @Test
    void aRunThatHasNotBegunIsAwaited() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        start(() -> {
            running.countDown();
            go.await();
            return ReconcileResult.converged();
        });
        running.await();
        assertThat(loop.isAwaited()).isFalse();

        loop.wake();

        assertThat(loop.isAwaited()).isTrue();
        go.countDown();
        next();
        next();
        assertThat(loop.isAwaited()).isFalse();
    }

    @Test
    void whatHasNotHappenedYetIsShownAsZero() throws InterruptedException {
        start(ReconcileResult::converged);
        next();

        assertThat(measured.samples())
                .contains(
                        entry(COUNTER.formatted("converged"), 1.0), entry(COUNTER.formatted("terminal_failure"), 0.0));
    }
}
