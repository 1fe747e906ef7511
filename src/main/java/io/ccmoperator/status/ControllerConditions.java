// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import static io.ccmoperator.status.Condition.AS_EXPECTED;
import static io.ccmoperator.status.Condition.ROLLING_OUT;
import static io.ccmoperator.status.Condition.SYNCING_FAILED;
import static io.ccmoperator.status.Condition.SYNCING_RESOURCES;
import static io.ccmoperator.status.Condition.UNAVAILABLE;
import static io.ccmoperator.status.ConditionType.AVAILABLE;
import static io.ccmoperator.status.ConditionType.CLOUD_CONFIG_AVAILABLE;
import static io.ccmoperator.status.ConditionType.CLOUD_CONFIG_DEGRADED;
import static io.ccmoperator.status.ConditionType.DEGRADED;
import static io.ccmoperator.status.ConditionType.PROGRESSING;
import static io.ccmoperator.status.ConditionType.TRUSTED_CA_AVAILABLE;
import static io.ccmoperator.status.ConditionType.TRUSTED_CA_DEGRADED;
import static io.ccmoperator.status.ConditionType.UPGRADEABLE;

import io.ccmoperator.status.ReconcileResult.Converged;
import io.ccmoperator.status.ReconcileResult.Degraded;
import io.ccmoperator.status.ReconcileResult.Progressing;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The conditions for the result of a reconcile. Other conditions are kept. */
final class ControllerConditions {
    private static final Set<String> OF_FAILURES = Set.of(DEGRADED.value(), UPGRADEABLE.value());

    private ControllerConditions() {}

    /**
     * The conditions that a result sets.
     *
     * @param degraded whether a failure has to be reported by now; otherwise it changes nothing yet
     */
    static List<Condition> of(
            Controller controller, ReconcileResult result, boolean degraded, OperatorVersions versions) {
        if (result instanceof Degraded && !degraded) {
            return List.of();
        }
        return switch (controller) {
            case CLOUD_CONTROLLER_MANAGER -> ofCloudControllerManager(result, versions);
            case CLOUD_CONFIG ->
                ofSynchronisation(
                        result,
                        CLOUD_CONFIG_AVAILABLE,
                        CLOUD_CONFIG_DEGRADED,
                        "Cloud Config Controller works as expected");
            case TRUSTED_CA ->
                ofSynchronisation(
                        result,
                        TRUSTED_CA_AVAILABLE,
                        TRUSTED_CA_DEGRADED,
                        "Trusted CA Bundle Controller works as expected");
        };
    }

    private static List<Condition> ofCloudControllerManager(ReconcileResult result, OperatorVersions versions) {
        if (result instanceof Converged converged) {
            String available = "Cluster Cloud Controller Manager Operator is available at " + versions.release();
            return List.of(
                    Condition.ofTrue(AVAILABLE, AS_EXPECTED, withWarnings(available, converged)),
                    Condition.ofFalse(PROGRESSING, AS_EXPECTED, "Nothing is being rolled out"),
                    Condition.ofFalse(DEGRADED, AS_EXPECTED, "No failure is known"),
                    upgradeable());
        }
        if (result instanceof Progressing progressing) {
            return List.of(progress(progressing, versions), upgradeable());
        }
        if (result instanceof Degraded failure) {
            List<Condition> conditions = new ArrayList<>();
            failure.otherwise().ifPresent(rest -> conditions.addAll(ofCloudControllerManager(rest, versions)));
            conditions.removeIf(condition -> OF_FAILURES.contains(condition.type()));
            conditions.add(Condition.ofTrue(DEGRADED, SYNCING_FAILED, failureMessage(failure, versions)));
            conditions.add(Condition.ofFalse(UPGRADEABLE, SYNCING_FAILED, failure.cause()));
            if (failure.unavailable()) {
                conditions.add(Condition.ofFalse(AVAILABLE, UNAVAILABLE, failure.cause()));
            }
            return conditions;
        }
        return List.of();
    }

    private static Condition upgradeable() {
        return Condition.ofTrue(UPGRADEABLE, AS_EXPECTED, "The cluster can be upgraded");
    }

    private static Condition progress(Progressing progressing, OperatorVersions versions) {
        return versions.isChanging()
                ? Condition.ofTrue(
                        PROGRESSING,
                        SYNCING_RESOURCES,
                        "Progressing towards operator: " + versions.release() + ": " + progressing.what())
                : Condition.ofTrue(PROGRESSING, ROLLING_OUT, progressing.what());
    }

    private static String failureMessage(Degraded failure, OperatorVersions versions) {
        String what = versions.isChanging()
                ? "Failed when progressing towards operator: "
                : "Failed to resync for operator: ";
        return what + versions.release() + " because " + failure.cause();
    }

    /** Cloud configuration and trusted CAs have two conditions each, which always say the same thing twice. */
    private static List<Condition> ofSynchronisation(
            ReconcileResult result, ConditionType available, ConditionType degraded, String asExpected) {
        if (result instanceof Converged converged) {
            String message = withWarnings(asExpected, converged);
            return List.of(
                    Condition.ofTrue(available, AS_EXPECTED, message),
                    Condition.ofFalse(degraded, AS_EXPECTED, message));
        }
        if (result instanceof Degraded failure) {
            return List.of(
                    Condition.ofFalse(available, SYNCING_FAILED, failure.cause()),
                    Condition.ofTrue(degraded, SYNCING_FAILED, failure.cause()));
        }
        return List.of();
    }

    private static String withWarnings(String message, Converged converged) {
        return converged.warnings().isEmpty() ? message : message + ", but " + String.join("; ", converged.warnings());
    }
}
