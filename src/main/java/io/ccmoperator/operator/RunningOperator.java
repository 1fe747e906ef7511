/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.metrics.PolledCollectorRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/**
 * Ties the operator to the life of Quarkus. Its end has to be told by Quarkus: on a signal the network's threads are stopped
 * while the main thread still waits, and then no Lease could be released any more.
 */
@Singleton
final class RunningOperator {
    private final Vertx vertx;
    private final MeterRegistry registry;
    private final PolledCollectorRegistry collectors;
    private final OperatorMetrics metrics;
    private OperatorProcess process;

    RunningOperator(Vertx vertx, MeterRegistry registry, PolledCollectorRegistry collectors, OperatorMetrics metrics) {
        this.vertx = vertx;
        this.registry = registry;
        this.collectors = collectors;
        this.metrics = metrics;
    }

    void start(Settings settings) throws InterruptedException {
        OperatorProcess started = new OperatorProcess(settings, vertx, registry, collectors, metrics);
        synchronized (this) {
            process = started;
        }
        started.start();
    }

    synchronized int exitCode() {
        return process.exitCode();
    }

    void stop(@Observes ShutdownEvent event) throws InterruptedException {
        OperatorProcess running;
        synchronized (this) {
            running = process;
        }
        if (running != null) {
            running.stop();
        }
    }
}
