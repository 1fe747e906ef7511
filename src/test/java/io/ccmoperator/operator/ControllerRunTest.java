// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.ccmoperator.metrics.Measured;
import io.ccmoperator.metrics.ReconcileMetrics;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ControllerRunTest {
    private static final String COUNTER = "ccm_operator_reconciliations_total{controller=\"ccm\",result=\"%s\"}";

    private final List<ReconcileResult> results = new ArrayList<>();
    private final AtomicBoolean leading = new AtomicBoolean(true);
    private final ReconcileGate gate = new ReconcileGate();
    private final Measured measured = new Measured();
    private final ReconcileMetrics reconciles = new ReconcileMetrics(measured.registry, measured.metrics);

    private ControllerRun run(ControllerRun.DomainReconciler domain) {
        return new ControllerRun(
                Controller.CLOUD_CONTROLLER_MANAGER, domain, leading::get, gate, results::add, reconciles);
    }

    @Test
    void reportsResult() throws InterruptedException {
        assertThat(run(ReconcileResult::converged).run()).contains(ReconcileResult.converged());
        assertThat(results).containsExactly(ReconcileResult.converged());
    }

    @Test
    void reportsUnexpectedFailureAsTransient() throws InterruptedException {
        ControllerRun run = run(() -> {
            throw new IllegalStateException("not expected");
        });

        assertThat(run.run())
                .contains(ReconcileResult.transientFailure(
                        "unexpected failure: java.lang.IllegalStateException: not expected"));
        assertThat(results).hasSize(1);
    }

    @Test
    void reportsErrorAsTransientFailureWithStableCause() throws InterruptedException {
        Iterator<Error> inTurn = List.of(
                        new OutOfMemoryError("Java heap space"),
                        new OutOfMemoryError("GC overhead limit exceeded"),
                        new StackOverflowError(),
                        new NoClassDefFoundError("a/Type"))
                .iterator();
        ControllerRun run = run(() -> {
            throw inTurn.next();
        });
        String outOfMemory = "out of memory: the reconcile needs more than the maximum heap of "
                + (Runtime.getRuntime().maxMemory() >> 20)
                + " MiB; look for an unusually large ConfigMap or Secret";

        while (inTurn.hasNext()) {
            run.runWithoutSdk();
        }

        assertThat(results)
                .containsExactly(
                        ReconcileResult.transientFailure(outOfMemory),
                        ReconcileResult.transientFailure(outOfMemory),
                        ReconcileResult.transientFailure(
                                "stack overflow: look for a ConfigMap or another object that is"
                                        + " nested unusually deeply"),
                        ReconcileResult.transientFailure("unexpected failure: java.lang.NoClassDefFoundError: a/Type"));
        assertThat(measured.samples()).contains(entry(COUNTER.formatted("transient_failure"), 4.0));
        assertThat(gate.close(Duration.ofSeconds(1))).isTrue();
    }

    @Test
    void survivesRealStackOverflow() throws InterruptedException {
        assertThat(run(ControllerRunTest::recurse).run())
                .hasValueSatisfying(result -> assertThat(result.word()).isEqualTo("transient_failure"));
        assertThat(run(ReconcileResult::converged).run()).contains(ReconcileResult.converged());
    }

    /** Not a tail call: each level keeps its frame. */
    private static ReconcileResult recurse() {
        ReconcileResult result = recurse();
        return ReconcileResult.transientFailure(result.word());
    }

    @Test
    void doesNothingWithoutLeadership() throws InterruptedException {
        leading.set(false);

        assertThat(run(ReconcileResult::converged).run()).isEmpty();
        assertThat(results).isEmpty();
    }

    @Test
    void doesNothingAfterStop() throws InterruptedException {
        gate.close(Duration.ZERO);

        assertThat(run(ReconcileResult::converged).run()).isEmpty();
        assertThat(results).isEmpty();
    }

    @Test
    void leavesTheGateAfterFailure() throws InterruptedException {
        run(() -> {
                    throw new IllegalStateException("not expected");
                })
                .run();

        assertThat(gate.close(Duration.ofSeconds(1))).isTrue();
    }

    @Test
    void countsRunsByResultAndMeasuresTime() throws InterruptedException {
        Iterator<ReconcileResult> inTurn = List.<ReconcileResult>of(
                        ReconcileResult.converged(),
                        ReconcileResult.transientFailure("no answer"),
                        ReconcileResult.terminalFailure("bad input"),
                        new ReconcileResult.Waiting("news"),
                        new ReconcileResult.Progressing("Rolling out all"))
                .iterator();
        ControllerRun run = run(inTurn::next);

        while (inTurn.hasNext()) {
            run.runWithoutSdk();
        }

        assertThat(measured.samples())
                .contains(
                        entry(COUNTER.formatted("converged"), 1.0),
                        entry(COUNTER.formatted("transient_failure"), 1.0),
                        entry(COUNTER.formatted("terminal_failure"), 1.0),
                        entry(COUNTER.formatted("waiting"), 1.0),
                        entry(COUNTER.formatted("progressing"), 1.0),
                        entry("ccm_operator_reconciliation_duration_seconds_count{controller=\"ccm\"}", 5.0));
    }
}
