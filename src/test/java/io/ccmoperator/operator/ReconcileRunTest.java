// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.ccmoperator.LogLines;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.ReconcileResult.Progressing;
import io.ccmoperator.status.ReconcileResult.Waiting;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What one run of a controller reports, logs and counts. */
class ReconcileRunTest {
    private static final String COUNTER = "ccm_operator_reconciliations_total{controller=\"trusted-ca\",result=\"%s\"}";

    private final ReconcilerScene scene = new ReconcilerScene();

    private void run(ReconcilerScene.Unprepared controller, int times) {
        ReconcilerScene.Reconciler reconciler = scene.reconciler(requeue -> controller);
        for (int i = 0; i < times; i++) {
            reconciler.requeue();
            scene.runQueue();
        }
    }

    @Test
    void reportsResult() {
        run(ReconcileResult::converged, 1);

        assertThat(scene.results).containsExactly(ReconcileResult.converged());
    }

    @Test
    void reportsUnexpectedFailureAsTransient() {
        run(
                () -> {
                    throw new IllegalStateException("not expected");
                },
                1);

        assertThat(scene.results)
                .containsExactly(ReconcileResult.transientFailure(
                        "unexpected failure: java.lang.IllegalStateException: not expected"));
    }

    @Test
    void reportsErrorAsTransientFailureWithStableCause() throws InterruptedException {
        List<Error> errors = List.of(
                new OutOfMemoryError("Java heap space"),
                new OutOfMemoryError("GC overhead limit exceeded"),
                new StackOverflowError(),
                new NoClassDefFoundError("a/Type"));
        Iterator<Error> inTurn = errors.iterator();
        String outOfMemory = "out of memory: the reconcile needs more than the maximum heap of "
                + (Runtime.getRuntime().maxMemory() >> 20)
                + " MiB; look for an unusually large ConfigMap or Secret";

        run(
                () -> {
                    throw inTurn.next();
                },
                errors.size());

        assertThat(scene.results)
                .containsExactly(
                        ReconcileResult.transientFailure(outOfMemory),
                        ReconcileResult.transientFailure(outOfMemory),
                        ReconcileResult.transientFailure(
                                "stack overflow: look for a ConfigMap or another object that is"
                                        + " nested unusually deeply"),
                        ReconcileResult.transientFailure("unexpected failure: java.lang.NoClassDefFoundError: a/Type"));
        assertThat(scene.measured.samples()).contains(entry(COUNTER.formatted("transient_failure"), 4.0));
        assertThat(scene.gate.close(Duration.ofSeconds(1))).isTrue();
    }

    @Test
    void survivesRealStackOverflow() {
        run(ReconcileRunTest::recurse, 1);
        run(ReconcileResult::converged, 1);

        assertThat(scene.results).extracting(ReconcileResult::word).containsExactly("transient_failure", "converged");
    }

    /** Not a tail call: each level keeps its frame. */
    private static ReconcileResult recurse() {
        ReconcileResult result = recurse();
        return ReconcileResult.transientFailure(result.word());
    }

    @Test
    void doesNothingOnceLeadershipIsLost() {
        ReconcilerScene.Reconciler reconciler =
                scene.reconciler(requeue -> (ReconcilerScene.Unprepared) ReconcileResult::converged);
        reconciler.requeue();
        scene.leading.set(false);

        scene.runQueue();

        assertThat(scene.results).isEmpty();
    }

    @Test
    void doesNothingAfterStop() throws InterruptedException {
        scene.gate.close(Duration.ZERO);

        run(ReconcileResult::converged, 1);

        assertThat(scene.results).isEmpty();
    }

    @Test
    void leavesTheGateAfterFailure() throws InterruptedException {
        run(
                () -> {
                    throw new IllegalStateException("not expected");
                },
                1);

        assertThat(scene.gate.close(Duration.ofSeconds(1))).isTrue();
    }

    @Test
    void countsRunsByResultAndMeasuresTime() {
        Iterator<ReconcileResult> inTurn = List.<ReconcileResult>of(
                        ReconcileResult.converged(),
                        ReconcileResult.transientFailure("no answer"),
                        ReconcileResult.terminalFailure("bad input"),
                        new Waiting("news"),
                        new Progressing("Rolling out all"))
                .iterator();

        run(inTurn::next, 5);

        assertThat(scene.measured.samples())
                .contains(
                        entry(COUNTER.formatted("converged"), 1.0),
                        entry(COUNTER.formatted("transient_failure"), 1.0),
                        entry(COUNTER.formatted("terminal_failure"), 1.0),
                        entry(COUNTER.formatted("waiting"), 1.0),
                        entry(COUNTER.formatted("progressing"), 1.0),
                        entry("ccm_operator_reconciliation_duration_seconds_count{controller=\"trusted-ca\"}", 5.0));
    }

    @Test
    void logsLineWhenResultChanges() {
        Iterator<ReconcileResult> inTurn = List.<ReconcileResult>of(
                        new Waiting("the feature gates"),
                        new Waiting("the feature gates"),
                        new Progressing("Rolling out a"),
                        ReconcileResult.transientFailure("b cannot be read"),
                        ReconcileResult.transientFailure("b cannot be read"),
                        ReconcileResult.terminalFailure("c is missing"),
                        ReconcileResult.converged(),
                        new ReconcileResult.Converged(List.of("a warning")))
                .iterator();
        try (LogLines printed = LogLines.of(OperatorReconciler.class)) {
            run(inTurn::next, 8);

            assertThat(printed.lines())
                    .containsExactly(
                            "INFO controller trusted-ca: waiting for the feature gates",
                            "INFO controller trusted-ca: Rolling out a",
                            "WARN controller trusted-ca: b cannot be read",
                            "WARN controller trusted-ca: c is missing (retried after a change, or in 10 minutes)",
                            "INFO controller trusted-ca: reconciled, no changes");
        }
    }
}
