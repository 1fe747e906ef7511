// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.status.ConditionType.CLOUD_CONFIG_AVAILABLE;
import static io.ccmoperator.status.ConditionType.CLOUD_CONFIG_DEGRADED;
import static io.ccmoperator.status.ConditionType.CLOUD_CONFIG_READY;
import static io.ccmoperator.status.ConditionType.TRUSTED_CA_AVAILABLE;
import static io.ccmoperator.status.ConditionType.TRUSTED_CA_DEGRADED;
import static io.ccmoperator.status.ConditionType.TRUSTED_CA_READY;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.client.ObjectKey;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SyncControllersTest {
    private static Optional<ReconcileResult> unmetPrecondition(Condition... conditions) {
        return unmetPrecondition(ClusterOperatorStatusWriter.KEY, Set.of(), conditions);
    }

    private static Optional<ReconcileResult> unmetPrecondition(
            ObjectKey object, Set<Controller> terminal, Condition... conditions) {
        return SyncControllers.unmetPrecondition(
                object,
                type -> Arrays.stream(conditions)
                        .filter(condition -> condition.type().equals(type.value()))
                        .findFirst(),
                terminal::contains);
    }

    private static Condition yes(ConditionType type, String message) {
        return Condition.ofTrue(type, "R", message);
    }

    private static Condition no(ConditionType type, String message) {
        return Condition.ofFalse(type, "R", message);
    }

    @Test
    void hasNoUnmetPreconditionWhenBothAreAvailable() {
        assertThat(unmetPrecondition(
                        yes(CLOUD_CONFIG_AVAILABLE, ""),
                        no(CLOUD_CONFIG_DEGRADED, ""),
                        yes(TRUSTED_CA_AVAILABLE, ""),
                        no(TRUSTED_CA_DEGRADED, "")))
                .isEmpty();
    }

    @Test
    void failsTransientlyWithMessageOfDegradedController() {
        assertThat(unmetPrecondition(yes(CLOUD_CONFIG_DEGRADED, "bad key"), no(CLOUD_CONFIG_AVAILABLE, "bad key")))
                .contains(ReconcileResult.transientFailure("failed to apply resources because"
                        + " CloudConfigControllerDegraded condition is set to True: bad key"));
    }

    @Test
    void failsTerminallyWhereDegradedControllerDoes() {
        assertThat(unmetPrecondition(
                        ClusterOperatorStatusWriter.KEY,
                        Set.of(Controller.CLOUD_CONFIG),
                        yes(CLOUD_CONFIG_DEGRADED, "bad key")))
                .contains(ReconcileResult.terminalFailure("failed to apply resources because"
                        + " CloudConfigControllerDegraded condition is set to True: bad key"));
        assertThat(unmetPrecondition(
                        ClusterOperatorStatusWriter.KEY,
                        Set.of(Controller.TRUSTED_CA),
                        yes(CLOUD_CONFIG_DEGRADED, "bad key")))
                .get()
                .extracting(ReconcileResult::word)
                .isEqualTo("transient_failure");
    }

    @Test
    void goesByConditionsOfCloudControllerManagerOnKubernetes() {
        assertThat(unmetPrecondition(
                        CLOUD_CONTROLLER_MANAGER, Set.of(), yes(CLOUD_CONFIG_READY, ""), yes(TRUSTED_CA_READY, "")))
                .isEmpty();
        assertThat(unmetPrecondition(
                        CLOUD_CONTROLLER_MANAGER,
                        Set.of(Controller.CLOUD_CONFIG),
                        no(CLOUD_CONFIG_READY, "bad key"),
                        yes(TRUSTED_CA_READY, "")))
                .contains(ReconcileResult.terminalFailure("CloudConfigReady is False: bad key"));
        assertThat(unmetPrecondition(CLOUD_CONTROLLER_MANAGER, Set.of(), Condition.pending(CLOUD_CONFIG_READY)))
                .contains(new ReconcileResult.Waiting(
                        "CloudConfigReady and TrustedCAReady of CloudControllerManager cluster"));
    }

    @Test
    void joinsMessagesOfTwoDegradedControllersInSortedOrder() {
        assertThat(unmetPrecondition(yes(TRUSTED_CA_DEGRADED, "no bundle"), yes(CLOUD_CONFIG_DEGRADED, "bad key")))
                .contains(ReconcileResult.transientFailure(
                        "failed to apply resources because CloudConfigControllerDegraded condition is set to True: bad key; "
                                + "failed to apply resources because TrustedCABundleControllerControllerDegraded condition"
                                + " is set to True: no bundle"));
    }

    @Test
    void waitsForControllerThatIsNotAvailable() {
        assertThat(unmetPrecondition(yes(CLOUD_CONFIG_AVAILABLE, ""), no(TRUSTED_CA_AVAILABLE, "")))
                .contains(new ReconcileResult.Waiting("TrustedCABundleControllerControllerAvailable of"
                        + " ClusterOperator cloud-controller-manager"));
        assertThat(unmetPrecondition())
                .contains(new ReconcileResult.Waiting("CloudConfigControllerAvailable and"
                        + " TrustedCABundleControllerControllerAvailable of ClusterOperator cloud-controller-manager"));
    }
}
