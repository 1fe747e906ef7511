// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReconcileGateTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ReconcileGate gate = new ReconcileGate();
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() {
        mayEnd.countDown();
        threads.shutdownNow();
    }

    private Future<Boolean> reconcileInHand() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Future<Boolean> reconcile = threads.submit(() -> {
            boolean entered = gate.enter();
            begun.countDown();
            mayEnd.await();
            gate.leave();
            return entered;
        });
        begun.await();
        return reconcile;
    }

    @Test
    void letsReconcilesThroughSideBySide() throws InterruptedException {
        reconcileInHand();

        assertThat(gate.enter()).isTrue();
        gate.leave();
    }

    @Test
    void letsNoReconcileThroughOnceClosed() throws InterruptedException {
        assertThat(gate.close(PATIENCE)).isTrue();

        assertThat(gate.enter()).isFalse();
        assertThat(gate.isClosed()).isTrue();
    }

    @Test
    void waitsForTheReconcileInHand() throws Exception {
        Future<Boolean> reconcile = reconcileInHand();
        Future<Boolean> closed = threads.submit(() -> gate.close(PATIENCE));

        mayEnd.countDown();

        assertThat(closed.get(30, TimeUnit.SECONDS)).isTrue();
        assertThat(reconcile.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void reportsReconcileThatDoesNotEnd() throws InterruptedException {
        reconcileInHand();

        assertThat(gate.close(Duration.ofMillis(1))).isFalse();
        assertThat(gate.enter()).isFalse();
    }
}
