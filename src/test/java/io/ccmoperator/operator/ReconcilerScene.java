// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;

import io.ccmoperator.client.StoredObjects;
import io.ccmoperator.client.StoredWatches;
import io.ccmoperator.metrics.Measured;
import io.ccmoperator.metrics.ReconcileMetrics;
import io.ccmoperator.plan.PlannedController;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** A reconciler of the Infrastructure with a queue that the test runs, and what its runs report. */
final class ReconcilerScene {
    private final StoredObjects server = new StoredObjects();
    final StoredWatches objects = new StoredWatches(server);
    final AtomicBoolean leading = new AtomicBoolean(true);
    final ReconcileGate gate = new ReconcileGate();
    final Measured measured = new Measured();
    final Deque<Runnable> queue = new ArrayDeque<>();
    final List<ReconcileResult> results = new ArrayList<>();

    /** Thrown when results are reported, one after the other. */
    final Deque<Error> failures = new ArrayDeque<>();

    /** The reconciler of controller trusted-ca. */
    static final class Reconciler extends OperatorReconciler<InfrastructureResource> {
        private Reconciler(Shared shared, Function<Runnable, PlannedController> domain) {
            super(Controller.TRUSTED_CA, INFRASTRUCTURE, shared, domain);
        }
    }

    /** A controller that prepares nothing. */
    @FunctionalInterface
    interface Unprepared extends PlannedController {
        @Override
        default void prepare() {
            // Its plan needs no object.
        }
    }

    Reconciler reconciler(Function<Runnable, PlannedController> domain) {
        return reconciler(queue::add, domain);
    }

    Reconciler reconciler(Executor executor, Function<Runnable, PlannedController> domain) {
        ReconcileMetrics metrics = new ReconcileMetrics(measured.registry, measured.metrics);
        return new Reconciler(
                new OperatorReconciler.Shared(objects, executor, leading::get, gate, this::report, metrics), domain);
    }

    private void report(Controller controller, ReconcileResult reported) {
        if (!failures.isEmpty()) {
            throw failures.remove();
        }
        results.add(reported);
    }

    void createPrimary() {
        server.put(manifest("""
                apiVersion: config.openshift.io/v1
                kind: Infrastructure
                metadata:
                  name: cluster
                """));
    }

    void runQueue() {
        while (!queue.isEmpty()) {
            queue.remove().run();
        }
    }
}
