// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import static io.ccmoperator.status.Condition.AS_EXPECTED;
import static io.ccmoperator.status.Condition.ROLLING_OUT;
import static io.ccmoperator.status.Condition.SYNCING_RESOURCES;
import static io.ccmoperator.status.Condition.UNAVAILABLE;
import static io.ccmoperator.status.Condition.UNMANAGED;

import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.status.ReconcileResult.Converged;
import io.ccmoperator.status.ReconcileResult.Degraded;
import io.ccmoperator.status.ReconcileResult.Kind;
import io.ccmoperator.status.ReconcileResult.Progressing;
import io.ccmoperator.status.ReconcileResult.Unmanaged;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The conditions that the controllers own, in the order in which they are written: on OpenShift of the ClusterOperator, and of the
 * CloudControllerManager, which has {@link #READY} besides. Each has a method that says what a result of its controller makes of it; a
 * result that a method is silent about leaves the condition as it is.
 */
public enum ConditionType {
    /** Follows from the next three ({@link Readiness}). */
    READY("Ready", Controller.CLOUD_CONTROLLER_MANAGER, Scope.EVERYWHERE, (type, result, versions) -> Optional.empty()),
    AVAILABLE("Available", Controller.CLOUD_CONTROLLER_MANAGER, Scope.EVERYWHERE, ConditionType::available),
    PROGRESSING("Progressing", Controller.CLOUD_CONTROLLER_MANAGER, Scope.EVERYWHERE, ConditionType::progressing),
    DEGRADED("Degraded", Controller.CLOUD_CONTROLLER_MANAGER, Scope.EVERYWHERE, ConditionType::degraded),
    UPGRADEABLE("Upgradeable", Controller.CLOUD_CONTROLLER_MANAGER, Scope.ON_OPENSHIFT, ConditionType::upgradeable),
    CLOUD_CONFIG_AVAILABLE(
            "CloudConfigControllerAvailable",
            Controller.CLOUD_CONFIG,
            Scope.ON_OPENSHIFT,
            ConditionType::syncAvailable),
    CLOUD_CONFIG_DEGRADED(
            "CloudConfigControllerDegraded", Controller.CLOUD_CONFIG, Scope.ON_OPENSHIFT, ConditionType::syncDegraded),
    TRUSTED_CA_AVAILABLE(
            "TrustedCABundleControllerControllerAvailable",
            Controller.TRUSTED_CA,
            Scope.ON_OPENSHIFT,
            ConditionType::syncAvailable),
    TRUSTED_CA_DEGRADED(
            "TrustedCABundleControllerControllerDegraded",
            Controller.TRUSTED_CA,
            Scope.ON_OPENSHIFT,
            ConditionType::syncDegraded),
    CLOUD_CONFIG_READY("CloudConfigReady", Controller.CLOUD_CONFIG, Scope.ON_KUBERNETES, ConditionType::syncAvailable),
    TRUSTED_CA_READY("TrustedCAReady", Controller.TRUSTED_CA, Scope.ON_KUBERNETES, ConditionType::syncAvailable);

    private static final String NOT_MANAGED =
            "spec.managementState of CloudControllerManager cluster is Unmanaged: nothing is applied, corrected or deleted";

    private final String text;
    private final Controller controller;
    private final Set<Distribution> distributions;
    private final Rule rule;

    /** Where a condition is reported. */
    private static final class Scope {
        private static final Set<Distribution> EVERYWHERE = EnumSet.allOf(Distribution.class);
        private static final Set<Distribution> ON_OPENSHIFT = EnumSet.of(Distribution.OPENSHIFT);
        private static final Set<Distribution> ON_KUBERNETES = EnumSet.of(Distribution.KUBERNETES);
    }

    @FunctionalInterface
    private interface Rule {
        Optional<Condition> of(ConditionType type, ReconcileResult result, OperatorVersions versions);
    }

    ConditionType(String text, Controller controller, Set<Distribution> distributions, Rule rule) {
        this.text = text;
        this.controller = controller;
        this.distributions = distributions;
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

    /** All that a controller reports on a distribution. */
    public static List<ConditionType> of(Controller controller, Distribution distribution) {
        return of(distribution).stream()
                .filter(type -> type.controller == controller)
                .toList();
    }

    /** All that the CloudControllerManager has on a distribution. */
    public static List<ConditionType> of(Distribution distribution) {
        return Arrays.stream(values())
                .filter(type -> type.distributions.contains(distribution))
                .toList();
    }

    /**
     * What the condition says after a result of its controller, whose failure has to be reported by now; empty if that is what it has said
     * before.
     */
    Optional<Condition> after(ReconcileResult result, OperatorVersions versions) {
        return result instanceof Unmanaged && this != READY
                ? Optional.of(unmanaged())
                : rule.of(this, result, versions);
    }

    /** What an administrator has decided raises no alert; a next minor release would be without its cloud controller manager. */
    private Condition unmanaged() {
        return switch (this) {
            case READY, AVAILABLE, CLOUD_CONFIG_AVAILABLE, TRUSTED_CA_AVAILABLE, CLOUD_CONFIG_READY, TRUSTED_CA_READY ->
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
            String subject =
                    versions.areOfOpenShift() ? "Cluster Cloud Controller Manager Operator" : DescribedCluster.OBJECT;
            String at =
                    subject + " is available at " + (versions.areOfOpenShift() ? "" : "version ") + versions.release();
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
                    ? isTrue(SYNCING_RESOURCES, towards(versions) + versions.release() + ": " + progressing.what())
                    : isTrue(ROLLING_OUT, progressing.what());
        }
        if (result instanceof Degraded failure && failure.otherwise().isEmpty()) {
            // What only a change of the input can fix is stalled; on OpenShift the condition stays as it is.
            return failure.kind() == Kind.TERMINAL && !versions.areOfOpenShift()
                    ? isFalse(
                            reason(failure, versions),
                            "Nothing is applied until the failure is fixed that Degraded names")
                    : Optional.empty();
        }
        return result instanceof Degraded failure
                ? failure.otherwise().flatMap(rest -> progressing(rest, versions))
                : Optional.empty();
    }

    private Optional<Condition> degraded(ReconcileResult result, OperatorVersions versions) {
        // What is being rolled out may be what fixes a failure: it is said again if it is still there.
        if (result instanceof Converged || result instanceof Progressing) {
            return isFalse(AS_EXPECTED, "No failure is known");
        }
        if (result instanceof Degraded failure && !versions.areOfOpenShift()) {
            return isTrue(reason(failure, versions), failure.cause());
        }
        if (result instanceof Degraded failure) {
            String what = versions.isChanging()
                    ? "Failed when progressing towards operator: "
                    : "Failed to resync for operator: ";
            return isTrue(reason(failure, versions), what + versions.release() + " because " + failure.cause());
        }
        return Optional.empty();
    }

    private static String towards(OperatorVersions versions) {
        return versions.areOfOpenShift() ? "Progressing towards operator: " : "Progressing towards version ";
    }

    private Optional<Condition> upgradeable(ReconcileResult result, OperatorVersions versions) {
        if (result instanceof Converged || result instanceof Progressing) {
            return isTrue(AS_EXPECTED, "The cluster can be upgraded");
        }
        return result instanceof Degraded failure
                ? isFalse(reason(failure, versions), failure.cause())
                : Optional.empty();
    }

    /** Cloud configuration and trusted CAs have two conditions each on OpenShift, which always say the same thing twice. */
    private Optional<Condition> syncAvailable(ReconcileResult result, OperatorVersions versions) {
        if (result instanceof Converged converged) {
            return isTrue(AS_EXPECTED, withWarnings(worksAsExpected(converged, versions), converged));
        }
        return result instanceof Degraded failure
                ? isFalse(reason(failure, versions), failure.cause())
                : Optional.empty();
    }

    private Optional<Condition> syncDegraded(ReconcileResult result, OperatorVersions versions) {
        if (result instanceof Converged converged) {
            return isFalse(AS_EXPECTED, withWarnings(worksAsExpected(converged, versions), converged));
        }
        return result instanceof Degraded failure
                ? isTrue(reason(failure, versions), failure.cause())
                : Optional.empty();
    }

    /** OpenShift's operators have one. */
    private static String reason(Degraded failure, OperatorVersions versions) {
        return (versions.areOfOpenShift() ? FailureReason.SYNCING_FAILED : failure.reason()).word();
    }

    private String worksAsExpected(Converged converged, OperatorVersions versions) {
        if (!versions.areOfOpenShift()) {
            return converged.what().map(object -> object + " is up to date").orElse("No object is needed");
        }
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
