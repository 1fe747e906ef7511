// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.Ordered;
import io.ccmoperator.status.ReconcileResult.Degraded;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The reports of one controller.
 *
 * @param controller which one
 * @param window its failures
 * @param lastFailure the last failure, until the next success
 * @param converged whether it has converged in this process
 * @param conditions those that it has set; the others are as the ClusterOperator has them
 */
record ControllerStatus(
        Controller controller,
        FailureWindow window,
        Optional<Degraded> lastFailure,
        boolean converged,
        Map<ConditionType, Condition> conditions) {
    ControllerStatus {
        conditions = Ordered.copy(conditions);
    }

    /** Before the first reconcile. */
    static ControllerStatus of(Controller controller) {
        return new ControllerStatus(controller, controller.failureWindow(), Optional.empty(), false, Map.of());
    }

    /** After a result. */
    ControllerStatus after(ReconcileResult result, Instant now, OperatorVersions versions) {
        FailureWindow after = window.after(result, now);
        Optional<Degraded> failure =
                result instanceof Degraded failed ? Optional.of(failed) : lastFailure.filter(last -> isFailing(after));
        return new ControllerStatus(controller, after, failure, converged || result.isConverged(), conditions)
                .with(result, after.isDegraded(now), versions);
    }

    /** When nothing happened: a failure may have lasted too long meanwhile. */
    ControllerStatus checked(Instant now, OperatorVersions versions) {
        return lastFailure
                .filter(failure -> window.isDegraded(now))
                .map(failure -> with(failure, true, versions))
                .orElse(this);
    }

    /** When to look again, although nothing happened; at once when a failure has lasted too long and does not show yet. */
    Optional<Instant> nextCheck(Instant now, OperatorVersions versions) {
        return checked(now, versions).equals(this) ? window.nextCheck(now) : Optional.of(now);
    }

    /** Whether failures have to be reported by now. */
    boolean isDegraded(Instant now) {
        return window.isDegraded(now);
    }

    /** Whether the controller has failed last, for input that only a change can fix. */
    boolean isTerminal() {
        return lastFailure
                .filter(failure -> failure.kind() == ReconcileResult.Kind.TERMINAL)
                .isPresent();
    }

    private static boolean isFailing(FailureWindow window) {
        return window.failing().isPresent();
    }

    private ControllerStatus with(ReconcileResult result, boolean degraded, OperatorVersions versions) {
        Map<ConditionType, Condition> changed = new EnumMap<>(ConditionType.class);
        changed.putAll(conditions);
        for (ConditionType type : ConditionType.of(controller, versions.distribution())) {
            type.after(result, degraded, versions).ifPresent(condition -> changed.put(type, condition));
        }
        return new ControllerStatus(controller, window, lastFailure, converged, changed);
    }
}
