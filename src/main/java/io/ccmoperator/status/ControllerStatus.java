// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.Ordered;
import io.ccmoperator.status.ReconcileResult.Degraded;
import io.ccmoperator.status.ReconcileResult.Kind;
import io.ccmoperator.status.ReconcileResult.Progressing;
import io.ccmoperator.status.ReconcileResult.Waiting;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The reports of one controller.
 *
 * @param controller which one
 * @param window its failures
 * @param last the last result; empty before the first
 * @param lastFailure the last failure, until the next success
 * @param converged whether it has converged in this process
 * @param conditions those that it has set; the others are as the ClusterOperator has them
 */
record ControllerStatus(
        Controller controller,
        FailureWindow window,
        Optional<ReconcileResult> last,
        Optional<Degraded> lastFailure,
        boolean converged,
        Map<ConditionType, Condition> conditions) {
    ControllerStatus {
        conditions = Ordered.copy(conditions);
    }

    /** Before the first reconcile. */
    static ControllerStatus of(Controller controller) {
        return new ControllerStatus(
                controller, controller.failureWindow(), Optional.empty(), Optional.empty(), false, Map.of());
    }

    /** After a result; the conditions do not follow yet. */
    ControllerStatus after(ReconcileResult result, Instant now) {
        // What only a change of the input ends has ended, or it would be found again; anything else may be there when
        // the wait is over.
        boolean isMended = result instanceof Waiting
                && lastFailure.filter(last -> last.kind() == Kind.TERMINAL).isPresent();
        FailureWindow after = isMended ? controller.failureWindow() : window.after(result, now);
        Optional<Degraded> failure =
                result instanceof Degraded failed ? Optional.of(failed) : lastFailure.filter(last -> isFailing(after));
        return new ControllerStatus(
                controller, after, Optional.of(result), failure, converged || result.isConverged(), conditions);
    }

    /**
     * With the conditions that follow from the last result by now: a failure may have lasted too long meanwhile.
     *
     * @param others what the failures of other controllers are that are to be reported: one condition is about all
     */
    ControllerStatus concluded(List<InputFinding> others, Instant now, OperatorVersions versions) {
        Optional<ReconcileResult> said = said(isDegraded(now)).map(this::withoutFormerFailure);
        // Before the first result nothing is known of what runs.
        Optional<ReconcileResult> all = last.isEmpty() || others.isEmpty()
                ? said
                : Optional.of(said.orElseGet(() -> new Waiting("what it has waited for"))
                        .with(others));
        Map<ConditionType, Condition> changed = new EnumMap<>(ConditionType.class);
        changed.putAll(conditions);
        for (ConditionType type : ConditionType.of(controller, versions.distribution())) {
            all.flatMap(result -> type.after(result, versions)).ifPresent(condition -> changed.put(type, condition));
        }
        all.filter(Progressing.class::isInstance)
                .map(Progressing.class::cast)
                .ifPresent(progressing -> changed.computeIfPresent(
                        ConditionType.AVAILABLE, (type, before) -> whileProgressing(before, progressing)));
        return new ControllerStatus(controller, window, last, lastFailure, converged, changed);
    }

    /** A failure that need not be reported yet says nothing, but for what it is the result of otherwise. */
    private Optional<ReconcileResult> said(boolean degraded) {
        return degraded
                ? lastFailure.map(ReconcileResult.class::cast)
                : last.flatMap(
                        result -> result instanceof Degraded failure ? failure.otherwise() : Optional.of(result));
    }

    /** Why none works is another matter now: what is rolled out may be what fixes it. */
    private static Condition whileProgressing(Condition available, Progressing progressing) {
        return available.isTrue()
                ? available
                : Condition.ofFalse(ConditionType.AVAILABLE, available.reason(), progressing.what());
    }

    /** A wait changes no condition; but what Degraded says of a failure that is over is not true any more. */
    private ReconcileResult withoutFormerFailure(ReconcileResult result) {
        Condition degraded = conditions.get(ConditionType.DEGRADED);
        return result instanceof Waiting waiting && lastFailure.isEmpty() && degraded != null && degraded.isTrue()
                ? new Progressing("Waiting for " + waiting.forWhat())
                : result;
    }

    /** The failure that has to be reported by now. */
    Optional<InputFinding> finding(Instant now) {
        return lastFailure
                .filter(failure -> isDegraded(now))
                .map(failure -> InputFinding.lasting(failure.cause(), failure.reason()));
    }

    /** When a failure degrades without any event; empty if none does. */
    Optional<Instant> nextCheck(Instant now) {
        return window.nextCheck(now);
    }

    /** Whether failures have to be reported by now. */
    boolean isDegraded(Instant now) {
        return window.isDegraded(now);
    }

    private static boolean isFailing(FailureWindow window) {
        return window.failing().isPresent();
    }
}
