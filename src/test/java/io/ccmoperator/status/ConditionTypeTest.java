// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.AVAILABLE;
import static io.ccmoperator.status.ConditionType.DEGRADED;
import static io.ccmoperator.status.ConditionType.PROGRESSING;
import static io.ccmoperator.status.ConditionType.UPGRADEABLE;
import static io.ccmoperator.status.Controller.CLOUD_CONTROLLER_MANAGER;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.cluster.Distribution;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What each condition says of a result. */
class ConditionTypeTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final OperatorVersions FRESH =
            new OperatorVersions(Distribution.OPENSHIFT, "4.20.1", Optional.empty());
    private static final OperatorVersions UPDATING =
            new OperatorVersions(Distribution.OPENSHIFT, "4.20.1", Optional.of("4.20.0"));
    private static final OperatorVersions REACHED =
            new OperatorVersions(Distribution.OPENSHIFT, "4.20.1", Optional.of("4.20.1"));

    private static List<Condition> ccm(ReconcileResult result, OperatorVersions versions) {
        return after(CLOUD_CONTROLLER_MANAGER, result, true, versions);
    }

    private static List<Condition> after(
            Controller controller, ReconcileResult result, boolean degraded, OperatorVersions versions) {
        Instant then = degraded ? NOW.plusSeconds(controller == Controller.TRUSTED_CA ? 120 : 150) : NOW;
        return List.copyOf(ControllerStatus.of(controller)
                .after(result, NOW)
                .concluded(List.of(), then, versions)
                .conditions()
                .values());
    }

    @Test
    void isAvailableAtVersionWhenConverged() {
        List<Condition> conditions = ccm(ReconcileResult.converged(), UPDATING);

        assertThat(conditions).hasSize(4);
        assertThatCondition(conditions, AVAILABLE)
                .isTrue()
                .hasReason("AsExpected")
                .hasMessage("Cluster Cloud Controller Manager Operator is available at 4.20.1");
        assertThatCondition(conditions, PROGRESSING)
                .isFalse()
                .hasReason("AsExpected")
                .hasMessage("Nothing is being rolled out");
        assertThatCondition(conditions, DEGRADED)
                .isFalse()
                .hasReason("AsExpected")
                .hasMessage("No failure is known");
        assertThatCondition(conditions, UPGRADEABLE)
                .isTrue()
                .hasReason("AsExpected")
                .hasMessage("The cluster can be upgraded");
    }

    @ParameterizedTest
    @EnumSource(Controller.class)
    void saysThatNothingIsManaged(Controller controller) {
        assertThat(after(controller, new ReconcileResult.Unmanaged(), false, UPDATING))
                .hasSize(controller == Controller.CLOUD_CONTROLLER_MANAGER ? 4 : 2)
                .allSatisfy(condition -> {
                    assertThat(condition.reason()).isEqualTo("Unmanaged");
                    assertThat(condition.status()).isEqualTo(condition.type().endsWith("Available") ? "True" : "False");
                    assertThat(condition.message())
                            .startsWith("spec.managementState of CloudControllerManager cluster is Unmanaged: ");
                });
    }

    @Test
    void reportsSyncingResourcesOnWayToVersion() {
        for (OperatorVersions versions : List.of(FRESH, UPDATING)) {
            assertThatCondition(ccm(new ReconcileResult.Progressing("Rolling out Deployment a"), versions), PROGRESSING)
                    .isTrue()
                    .hasReason("SyncingResources")
                    .hasMessage("Progressing towards operator: 4.20.1: Rolling out Deployment a");
        }
    }

    @Test
    void reportsThatNothingWorks() {
        List<Condition> conditions = ccm(
                new ReconcileResult.Degraded(
                        "no replica",
                        ReconcileResult.Kind.LASTING,
                        FailureReason.WORKLOAD_FAILING,
                        true,
                        Optional.empty()),
                REACHED);

        assertThatCondition(conditions, AVAILABLE)
                .isFalse()
                .hasReason("CloudControllerManagerUnavailable")
                .hasMessage("no replica");
        assertThatCondition(conditions, DEGRADED)
                .isTrue()
                .hasMessage("Failed to resync for operator: 4.20.1 because no replica");
    }

    @Test
    void reportsRolloutAtVersion() {
        assertThatCondition(ccm(new ReconcileResult.Progressing("Deployment a"), REACHED), PROGRESSING)
                .isTrue()
                .hasReason("RollingOut")
                .hasMessage("Deployment a");
    }

    @Test
    void keepsAvailableWhileProgressingAndForgetsFailureThatIsMended() {
        List<Condition> conditions = ccm(new ReconcileResult.Progressing("Deployment a"), UPDATING);

        assertThat(conditions).extracting(Condition::type).containsExactly("Progressing", "Degraded", "Upgradeable");
        assertThatCondition(conditions, DEGRADED).isFalse().hasMessage("No failure is known");
        assertThatCondition(conditions, UPGRADEABLE)
                .isTrue()
                .hasReason("AsExpected")
                .hasMessage("The cluster can be upgraded");
    }

    @Test
    void reportsFailureOnWayToVersion() {
        for (OperatorVersions versions : List.of(FRESH, UPDATING)) {
            assertThatCondition(ccm(ReconcileResult.transientFailure("no answer"), versions), DEGRADED)
                    .isTrue()
                    .hasReason("SyncingFailed")
                    .hasMessage("Failed when progressing towards operator: 4.20.1 because no answer");
        }
    }

    @Test
    void reportsFailedResyncAtVersion() {
        List<Condition> conditions = ccm(ReconcileResult.terminalFailure("no type"), REACHED);

        assertThat(conditions).extracting(Condition::type).containsExactly("Degraded", "Upgradeable");
        assertThatCondition(conditions, DEGRADED)
                .isTrue()
                .hasReason("SyncingFailed")
                .hasMessage("Failed to resync for operator: 4.20.1 because no type");
        assertThatCondition(conditions, UPGRADEABLE)
                .isFalse()
                .hasReason("SyncingFailed")
                .hasMessage("no type");
    }

    @ParameterizedTest
    @CsvSource({
        "CLOUD_CONFIG, CLOUD_CONFIG_AVAILABLE, CLOUD_CONFIG_DEGRADED, Cloud Config Controller works as expected",
        "TRUSTED_CA, TRUSTED_CA_AVAILABLE, TRUSTED_CA_DEGRADED, Trusted CA Bundle Controller works as expected"
    })
    void reportsSameStateInBothConditionsOfSyncControllers(
            Controller controller, ConditionType available, ConditionType degraded, String asExpected) {
        List<Condition> good = after(controller, ReconcileResult.converged(), false, REACHED);
        List<Condition> bad = after(controller, ReconcileResult.terminalFailure("bad key"), true, REACHED);

        assertThat(good).hasSize(2);
        assertThatCondition(good, available).isTrue().hasReason("AsExpected").hasMessage(asExpected);
        assertThatCondition(good, degraded).isFalse().hasReason("AsExpected").hasMessage(asExpected);
        assertThat(bad).hasSize(2);
        assertThatCondition(bad, available).isFalse().hasReason("SyncingFailed").hasMessage("bad key");
        assertThatCondition(bad, degraded).isTrue().hasReason("SyncingFailed").hasMessage("bad key");
    }

    @Test
    void addsWarningsToMessage() {
        ReconcileResult result =
                new ReconcileResult.Converged(List.of("ConfigMap a\nis empty", "1 certificate is bad"));

        assertThatCondition(after(Controller.TRUSTED_CA, result, false, REACHED), ConditionType.TRUSTED_CA_DEGRADED)
                .isFalse()
                .hasMessage("Trusted CA Bundle Controller works as expected, but ConfigMap a is empty;"
                        + " 1 certificate is bad");
    }

    @ParameterizedTest
    @EnumSource
    void reportsNothingWhileWaitingOrWithinTolerance(Controller controller) {
        assertThat(after(controller, new ReconcileResult.Waiting("it"), false, REACHED))
                .isEmpty();
        assertThat(after(controller, ReconcileResult.transientFailure("it"), false, REACHED))
                .isEmpty();
    }

    /** A program that reads conditions of OpenShift's operators knows one word. */
    @ParameterizedTest
    @EnumSource
    void saysKindOfFailureInReasonOnKubernetesAlone(FailureReason reason) {
        ReconcileResult failure = new ReconcileResult.Degraded("why", ReconcileResult.Kind.LASTING, reason);
        OperatorVersions onKubernetes = new OperatorVersions(Distribution.KUBERNETES, "4.20.1", Optional.of("4.20.1"));

        assertThatCondition(ccm(failure, onKubernetes), DEGRADED).isTrue().hasReason(reason.word());
        assertThatCondition(
                        after(Controller.CLOUD_CONFIG, failure, true, onKubernetes), ConditionType.CLOUD_CONFIG_READY)
                .isFalse()
                .hasReason(reason.word());
        assertThatCondition(ccm(failure, REACHED), DEGRADED).isTrue().hasReason("SyncingFailed");
        assertThat(Condition.REASONS).contains(reason.word());
    }

    /** Of several failures that one counts which only a change can correct. */
    @Test
    void takesReasonOfWhatOnlyChangeCanMend() {
        ReconcileResult failure = ReconcileResult.transientFailure("no answer")
                .with(List.of(
                        InputFinding.passing("not read"),
                        InputFinding.lasting("no image", FailureReason.IMAGE_MISSING),
                        InputFinding.lasting("bad key")));

        assertThat(failure)
                .isEqualTo(new ReconcileResult.Degraded(
                        "not read; no image; bad key; no answer",
                        ReconcileResult.Kind.TERMINAL,
                        FailureReason.IMAGE_MISSING,
                        false,
                        Optional.of(ReconcileResult.transientFailure("no answer"))));
    }

    @Test
    void speaksOfObjectsOfKubernetesThere() {
        OperatorVersions fresh = new OperatorVersions(Distribution.KUBERNETES, "4.20.1", Optional.empty());

        assertThat(ccm(ReconcileResult.converged(), fresh))
                .extracting(Condition::message)
                .containsExactly(
                        "CloudControllerManager cluster is available at version 4.20.1",
                        "Nothing is being rolled out",
                        "No failure is known");
        assertThatCondition(ccm(new ReconcileResult.Progressing("Rolling out Deployment a"), fresh), PROGRESSING)
                .hasReason("SyncingResources")
                .hasMessage("Progressing towards version 4.20.1: Rolling out Deployment a");
        assertThatCondition(ccm(ReconcileResult.terminalFailure("no type"), fresh), DEGRADED)
                .hasReason("InvalidConfiguration")
                .hasMessage("no type");
        assertThat(after(
                        Controller.CLOUD_CONFIG,
                        new ReconcileResult.Converged(List.of("line 3"), Optional.of("ConfigMap a/cloud-conf")),
                        false,
                        fresh))
                .containsExactly(Condition.ofTrue(
                        ConditionType.CLOUD_CONFIG_READY,
                        "AsExpected",
                        "ConfigMap a/cloud-conf is up to date, but line 3"));
        assertThat(after(Controller.TRUSTED_CA, ReconcileResult.terminalFailure("too large"), true, fresh))
                .containsExactly(
                        Condition.ofFalse(ConditionType.TRUSTED_CA_READY, "InvalidConfiguration", "too large"));
    }

    @Test
    void usesConditionTypesOfApi() {
        assertThat(ConditionType.values())
                .extracting(ConditionType::value)
                .containsExactly(
                        "Ready",
                        "Available",
                        "Progressing",
                        "Degraded",
                        "Upgradeable",
                        "CloudConfigControllerAvailable",
                        "CloudConfigControllerDegraded",
                        "TrustedCABundleControllerControllerAvailable",
                        "TrustedCABundleControllerControllerDegraded",
                        "CloudConfigReady",
                        "TrustedCAReady");
    }
}
