// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import static io.ccmoperator.status.Condition.AS_EXPECTED;
import static io.ccmoperator.status.Condition.ROLLING_OUT;
import static io.ccmoperator.status.Condition.SYNCING_FAILED;
import static io.ccmoperator.status.Condition.SYNCING_RESOURCES;
import static io.ccmoperator.status.Condition.UNAVAILABLE;
import static io.ccmoperator.status.Condition.UNMANAGED;

import io.ccmoperator.status.ReconcileResult.Converged;
import io.ccmoperator.status.ReconcileResult.Degraded;
import io.ccmoperator.status.ReconcileResult.Progressing;
import io.ccmoperator.status.ReconcileResult.Unmanaged;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The conditions of the ClusterOperator that the controllers own, in the order in which they are written. Each has a method that
 * says what a result of its controller makes of it; a result that a method is silent about leaves the condition as it is.
 */
public enum ConditionType {
    AVAILABLE("Available", Controller.CLOUD_CONTROLLER_MANAGER, ConditionType::available),
    PROGRESSING("Progressing", Controller.CLOUD_CONTROLLER_MANAGER, ConditionType::progressing),
    DEGRADED("Degraded", Controller.CLOUD_CONTROLLER_MANAGER, ConditionType::degraded),
    UPGRADEABLE("Upgradeable", Controller.CLOUD_CONTROLLER_MANAGER, ConditionType::upgradeable),
    CLOUD_CONFIG_AVAILABLE("CloudConfigControllerAvailable", Controller.CLOUD_CONFIG, ConditionType::syncAvailable),
    CLOUD_CONFIG_DEGRADED("CloudConfigControllerDegraded", Controller.CLOUD_CONFIG, ConditionType::syncDegraded),
    TRUSTED_CA_AVAILABLE(
            "TrustedCABundleControllerControllerAvailable", Controller.TRUSTED_CA, ConditionType::syncAvailable),
    TRUSTED_CA_DEGRADED(
            "TrustedCABundleControllerControllerDegraded", Controller.TRUSTED_CA, ConditionType::syncDegraded);

    private static final String NOT_MANAGED =
            "spec.managementState of CloudControllerManager cluster is Unmanaged: nothing is applied, corrected or deleted";

    private final String text;
    private final Controller controller;
    private final Rule rule;

    @FunctionalInterface
    private interface Rule {
        Optional<Condition> of(ConditionType type, ReconcileResult result, OperatorVersions versions);
    }

    ConditionType(String text, Controller controller, Rule rule) {
        this.text = text;
        this.controller = controller;
        this.rule = rule;
    }

    /** The type as the API has it. */
    public String value() {
        return text;
    }

    /** The controller that reports it. */
    public Controller controller() {
        return controller;
    }

    /** The type with that name, if it is one of these. */
    public static Optional<ConditionType> of(String text) {
        return Arrays.stream(values()).filter(type -> type.text.equals(text)).findFirst();
    }

    /** All that a controller reports. */
    public static List<ConditionType> of(Controller controller) {
        return Arrays.stream(values())
                .filter(type -> type.controller == controller)
                .toList();
    }

    /**
     * What the condition says after a result of its controller; empty if that is what it has said before.
     *
     * @param degraded whether a failure has to be reported by now; otherwise it changes nothing yet
     */
    Optional<Condition> after(ReconcileResult result, boolean degraded, OperatorVersions versions) {
        if (result instanceof Unmanaged) {
            return Optional.of(unmanaged());
        }
        return result instanceof Degraded && !degraded ? Optional.empty() : rule.of(this, result, versions);
    }

    /** What an administrator has decided raises no alert; a next minor release would be without its cloud controller manager. */
    private Condition unmanaged() {
        return switch (this) {
            case AVAILABLE, CLOUD_CONFIG_AVAILABLE, TRUSTED_CA_AVAILABLE ->
                Condition.ofTrue(this, UNMANAGED, NOT_MANAGED);
            case PROGRESSING, DEGRADED, CLOUD_CONFIG_DEGRADED, TRUSTED_CA_DEGRADED ->
                Condition.ofFalse(this, UNMANAGED, NOT_MANAGED);
            case UPGRADEABLE ->
                Condition.ofFalse(
                        this,
                        UNMANAGED,
                        NOT_MANAGED + "; set it to Managed before an upgrade to another minor release");
        };
    }

    private Optional<Condition> available(ReconcileResult result, OperatorVersions versions) {
        if (result instanceof Converged converged) {
            String at = "Cluster Cloud Controller Manager Operator is available at " + versions.release();
            return isTrue(AS_EXPECTED, withWarnings(at, converged));
        }
        if (result instanceof Degraded failure) {
            return failure.unavailable()
                    ? isFalse(UNAVAILABLE, failure.cause())
                    : failure.otherwise().flatMap(rest -> available(rest, versions));
        }
        return Optional.empty();
    }

    private Optional<Condition> progressing(ReconcileResult result, OperatorVersions versions) {
        if (result instanceof Converged) {
            return isFalse(AS_EXPECTED, "Nothing is being rolled out");
        }
        if (result instanceof Progressing progressing) {
            return versions.isChanging()
                    ? isTrue(
                            SYNCING_RESOURCES,
                            "Progressing towards operator: " + versions.release() + ": " + progressing.what())
                    : isTrue(ROLLING_OUT, progressing.what());
        }
        return result instanceof Degraded failure
                ? failure.otherwise().flatMap(rest -> progressing(rest, versions))
                : Optional.empty();
    }

    private Optional<Condition> degraded(ReconcileResult result, OperatorVersions versions) {
        if (result instanceof Converged) {
            return isFalse(AS_EXPECTED, "No failure is known");
        }
        if (result instanceof Degraded failure) {
            String what = versions.isChanging()
                    ? "Failed when progressing towards operator: "
                    : "Failed to resync for operator: ";
            return isTrue(SYNCING_FAILED, what + versions.release() + " because " + failure.cause());
        }
        return Optional.empty();
    }

    private Optional<Condition> upgradeable(ReconcileResult result, OperatorVersions versions) {
        if (result instanceof Converged || result instanceof Progressing) {
            return isTrue(AS_EXPECTED, "The cluster can be upgraded");
        }
        return result instanceof Degraded failure ? isFalse(SYNCING_FAILED, failure.cause()) : Optional.empty();
    }

    /** Cloud configuration and trusted CAs have two conditions each, which always say the same thing twice. */
    private Optional<Condition> syncAvailable(ReconcileResult result, OperatorVersions versions) {
        if (result instanceof Converged converged) {
            return isTrue(AS_EXPECTED, withWarnings(worksAsExpected(), converged));
        }
        return result instanceof Degraded failure ? isFalse(SYNCING_FAILED, failure.cause()) : Optional.empty();
    }

    private Optional<Condition> syncDegraded(ReconcileResult result, OperatorVersions versions) {
        if (result instanceof Converged converged) {
            return isFalse(AS_EXPECTED, withWarnings(worksAsExpected(), converged));
        }
        return result instanceof Degraded failure ? isTrue(SYNCING_FAILED, failure.cause()) : Optional.empty();
    }

    private String worksAsExpected() {
        return (controller == Controller.CLOUD_CONFIG ? "Cloud Config Controller" : "Trusted CA Bundle Controller")
                + " works as expected";
    }

    private Optional<Condition> isTrue(String reason, String message) {
        return Optional.of(Condition.ofTrue(this, reason, message));
    }

    private Optional<Condition> isFalse(String reason, String message) {
        return Optional.of(Condition.ofFalse(this, reason, message));
    }

    private static String withWarnings(String message, Converged converged) {
        return converged.warnings().isEmpty() ? message : message + ", but " + String.join("; ", converged.warnings());
    }
}
