// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.client.ClusterObjects.PROXY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ccmoperator.client.StoredObjects;
import io.ccmoperator.client.StoredWatches;
import io.ccmoperator.metrics.Measured;
import io.ccmoperator.metrics.ReconcileMetrics;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ControllerRuntimeTest {
    private final StoredObjects server = new StoredObjects();
    private final StoredWatches objects = new StoredWatches(server);
    private final AtomicBoolean leading = new AtomicBoolean(true);
    private final List<ReconcileResult> results = new ArrayList<>();
    private final Deque<Runnable> queue = new ArrayDeque<>();
    private final List<Event> events = new ArrayList<>();
    private final Deque<Error> failures = new ArrayDeque<>();
    private ReconcileResult result = ReconcileResult.converged();

    private final ControllerRuntime runtime =
            new ControllerRuntime(PROXY, objects, queue::add, leading::get, requeue -> {
                objects.watch(PROXY, requeue);
                return run();
            });

    private ControllerRun run() {
        Measured measured = new Measured();
        return new ControllerRun(
                Controller.TRUSTED_CA,
                () -> result,
                leading::get,
                new ReconcileGate(),
                this::report,
                new ReconcileMetrics(measured.registry, measured.metrics));
    }

    private void report(ReconcileResult reported) {
        if (!failures.isEmpty()) {
            throw failures.remove();
        }
        results.add(reported);
    }

    private void primaryExists() {
        server.put(manifest("""
                apiVersion: config.openshift.io/v1
                kind: Proxy
                metadata:
                  name: cluster
                """));
    }

    private void startEvents() {
        for (EventSource<?, ProxyResource> source : runtime.<ProxyResource>eventSources()) {
            source.setEventHandler(events::add);
            source.start();
        }
    }

    private void runQueue() {
        while (!queue.isEmpty()) {
            queue.remove().run();
        }
    }

    @Test
    void triggersTheSdkWithAnEventOfThePrimary() {
        primaryExists();
        startEvents();

        objects.notifyListeners(PROXY);

        assertThat(events).containsExactly(new Event(new ResourceID("cluster")));
        assertThat(queue).isEmpty();
    }

    @Test
    void runsWithoutTheSdkWhenPrimaryIsAbsent() {
        objects.notifyListeners(PROXY);
        objects.notifyListeners(PROXY);
        assertThat(queue).hasSize(1);

        runQueue();

        assertThat(results).containsExactly(ReconcileResult.converged());
    }

    @Test
    void runsAfterTriggerThatCameWhileControllerWasMade() {
        ControllerRuntime made = new ControllerRuntime(PROXY, objects, queue::add, leading::get, requeue -> {
            requeue.run();
            return run();
        });

        made.requeue();
        runQueue();

        assertThat(results).containsExactly(ReconcileResult.converged());
    }

    @Test
    void reportsPrimaryThatCannotBeRead() {
        objects.keepUnknown(PROXY);
        result = ReconcileResult.transientFailure("Proxy cluster cannot be read");

        runtime.requeue();
        runQueue();

        assertThat(results).containsExactly(result);
    }

    @Test
    void leavesPrimaryThatAppearsMeanwhileToTheSdk() {
        runtime.requeue();
        primaryExists();

        runQueue();

        assertThat(results).isEmpty();
    }

    @Test
    void runsAgainWhenPrimaryIsDeletedAgain() {
        runtime.requeue();
        runQueue();
        runtime.requeue();
        runQueue();

        assertThat(results).hasSize(2);
    }

    @Test
    void waitsForLeadership() {
        leading.set(false);

        runtime.requeue();

        assertThat(queue).isEmpty();
    }

    @Test
    void survivesTriggerAfterStop() {
        ControllerRuntime stopped = new ControllerRuntime(
                PROXY,
                objects,
                task -> {
                    throw new RejectedExecutionException("stopped");
                },
                leading::get,
                requeue -> run());

        stopped.requeue();

        assertThat(results).isEmpty();
    }

    @Test
    void letsTheSdkRetryTransientFailure() {
        result = ReconcileResult.transientFailure("no answer");

        assertThatExceptionOfType(TransientFailureException.class).isThrownBy(() -> runtime.<ProxyResource>reconcile());
        assertThat(results).containsExactly(result);
    }

    @Test
    void letsTheSdkRetryWhenResultCannotBeReported() throws Exception {
        failures.add(new OutOfMemoryError("Java heap space"));

        assertThatExceptionOfType(TransientFailureException.class)
                .isThrownBy(() -> runtime.<ProxyResource>reconcile())
                .withMessageStartingWith("out of memory: ");
        runtime.<ProxyResource>reconcile();

        assertThat(results).containsExactly(result);
    }

    @Test
    void requestsNoFurtherRunWithoutLeadership() throws Exception {
        leading.set(false);

        assertThat(runtime.<ProxyResource>reconcile().getScheduleDelay()).isEmpty();
        assertThat(results).isEmpty();
    }
}
