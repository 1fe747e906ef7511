// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.monitoring.Metrics.ControllerExecution;
import io.javaoperatorsdk.operator.api.reconciler.Constants;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What the SDK reports of a controller, in the order in which its event processor does. */
class ReconcileMetricsTest {
    private static final String QUEUE = "ccm_operator_reconciliation_queue{controller=\"ccm\"}";
    private static final String COUNTER = "ccm_operator_reconciliations_total{controller=\"ccm\",result=\"%s\"}";
    private static final Map<String, Object> CCM = Map.of(Constants.CONTROLLER_NAME, "ccm");
    private static final HasMetadata OBJECT = new ConfigMap();

    private final Measured measured = new Measured();
    private final ReconcileMetrics metrics = new ReconcileMetrics(measured.registry, measured.metrics);

    private record Run(Callable<String> reconcile) implements ControllerExecution<String> {
        @Override
        public String name() {
            return "reconcile";
        }

        @Override
        public String controllerName() {
            return "ccm";
        }

        @Override
        public String successTypeName(String result) {
            return "resource";
        }

        @Override
        public ResourceID resourceID() {
            return new ResourceID("cluster");
        }

        @Override
        public Map<String, Object> metadata() {
            return Map.of();
        }

        @Override
        public String execute() throws Exception {
            return reconcile.call();
        }
    }

    private void event() {
        metrics.eventReceived(new Event(new ResourceID("cluster")), CCM);
    }

    private void submit() {
        metrics.reconciliationSubmitted(OBJECT, null, CCM);
    }

    private void start() {
        metrics.reconciliationStarted(OBJECT, CCM);
    }

    private void finish() {
        metrics.reconciliationFinished(OBJECT, null, CCM);
    }

    private double queue() {
        return measured.samples().get(QUEUE);
    }

    @Test
    void countsAndTimesRunByItsResult() throws Exception {
        String returned = metrics.timeControllerExecution(new Run(() -> {
            metrics.result("converged");
            return "returned";
        }));

        assertThat(returned).isEqualTo("returned");
        assertThat(measured.samples())
                .containsEntry(COUNTER.formatted("converged"), 1.0)
                .containsEntry("ccm_operator_reconciliation_duration_seconds_count{controller=\"ccm\"}", 1.0);
    }

    @Test
    void countsResultOnceWhenReconcilerThrowsForSdkToRetry() {
        Run failing = new Run(() -> {
            metrics.result("terminal_failure");
            throw new IllegalStateException("retry");
        });

        assertThatThrownBy(() -> metrics.timeControllerExecution(failing)).hasMessage("retry");

        assertThat(measured.samples())
                .containsEntry(COUNTER.formatted("terminal_failure"), 1.0)
                .doesNotContainKey(COUNTER.formatted("transient_failure"));
    }

    @Test
    void countsUnexpectedExceptionAsTransientFailure() {
        Run failing = new Run(() -> {
            throw new IllegalStateException("unexpected");
        });

        assertThatThrownBy(() -> metrics.timeControllerExecution(failing)).hasMessage("unexpected");

        assertThat(measured.samples()).containsEntry(COUNTER.formatted("transient_failure"), 1.0);
    }

    @Test
    void measuresNeitherRunWithoutResultNorInterruptedRun() throws Exception {
        metrics.timeControllerExecution(new Run(() -> "not the leader"));
        Run interrupted = new Run(() -> {
            metrics.result("converged");
            throw new InterruptedException("stopping");
        });

        assertThatThrownBy(() -> metrics.timeControllerExecution(interrupted)).isInstanceOf(InterruptedException.class);

        assertThat(measured.samples()).isEmpty();
    }

    @Test
    void measuresRunThatSdkDoesNotStart() {
        assertThat(metrics.measure("ccm", () -> {
                    metrics.result("waiting");
                    return 1;
                }))
                .isEqualTo(1);

        assertThat(measured.samples()).containsEntry(COUNTER.formatted("waiting"), 1.0);
    }

    @Test
    void countsResultForItsRunOnly() throws Exception {
        metrics.result("converged");

        metrics.timeControllerExecution(new Run(() -> "not the leader"));

        assertThat(measured.samples()).isEmpty();
    }

    @Test
    void showsRunInQueueBetweenSubmissionAndStart() {
        event();
        submit();
        assertThat(queue()).isEqualTo(1);

        start();
        assertThat(queue()).isZero();

        finish();
        assertThat(queue()).isZero();
    }

    @Test
    void showsEventDuringRunInQueue() {
        submit();
        start();

        event();
        assertThat(queue()).isEqualTo(1);

        submit();
        finish();
        assertThat(queue()).isEqualTo(1);

        start();
        assertThat(queue()).isZero();
    }

    @Test
    void ignoresEndOfRunWhoseSuccessorHasStarted() {
        submit();
        CompletableFuture.runAsync(this::start).join();
        submit();
        start();
        event();

        CompletableFuture.runAsync(this::finish).join();

        assertThat(queue()).isEqualTo(1);
    }

    @Test
    void emptiesQueueAfterObjectIsDeleted() {
        submit();
        finish();
        assertThat(queue()).as("deleted before the start").isZero();

        submit();
        start();
        event();
        finish();
        assertThat(queue()).as("deleted during the run").isZero();
    }
}
