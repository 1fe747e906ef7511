// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import static io.ccmoperator.status.ClusterOperatorStatusWriterFixture.ALL;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionAssert.types;
import static io.ccmoperator.status.Controller.CLOUD_CONFIG;
import static io.ccmoperator.status.Controller.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.status.Controller.TRUSTED_CA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClusterOperatorStatusWriterTest {
    private static final String WRITE = "PATCH STATUS " + ClusterOperatorStatusWriter.KEY;
    private static final String READ = "GET " + ClusterOperatorStatusWriter.KEY;
    private static final String CREATE = "POST " + ClusterOperatorStatusWriter.KEY;

    private final ClusterOperatorStatusWriterFixture fixture = new ClusterOperatorStatusWriterFixture(ALL);
    private final ClusterOperatorStatusWriter writer = fixture.writer;

    @Test
    void writesSeveralResultsAtOnce() {
        fixture.given("{}");

        fixture.allConverge();

        assertThat(writer.flush()).isTrue();
        assertThat(fixture.api.takeRequests()).containsExactly(WRITE);
        assertThat(types(fixture.stored())).containsExactlyElementsOf(ClusterOperatorStatusWriterFixture.CONDITIONS);
        assertThat(fixture.stored().fields().maps("status", "versions"))
                .containsExactly(Map.of("name", "operator", "version", "4.20.1"));
        assertThat(writer.flush()).isFalse();
        assertThat(fixture.api.takeRequests()).isEmpty();
    }

    @Test
    void createsMissingObjectWithAllConditions() {
        writer.observe();
        assertThat(writer.flush()).as("nothing to report yet").isFalse();

        fixture.allConverge();

        assertThat(writer.flush()).isTrue();
        assertThat(fixture.api.takeRequests()).containsExactly(CREATE, WRITE);
        assertThat(types(fixture.stored())).hasSameSizeAs(ClusterOperatorStatusWriterFixture.CONDITIONS);
    }

    @Test
    void readsObjectBeforeWatchHasSynced() {
        fixture.put("{}");
        fixture.watches.keepUnknown(ClusterOperatorStatusWriter.KEY);
        fixture.allConverge();

        assertThat(writer.flush()).isTrue();
        assertThat(fixture.api.takeRequests()).containsExactly(READ, WRITE);
    }

    @Test
    void writesOnlyAsLeader() {
        fixture.given("{}");
        fixture.allConverge();
        fixture.leading = false;

        assertThat(writer.flush()).isFalse();
        assertThat(fixture.api.takeRequests()).isEmpty();

        fixture.leading = true;
        assertThat(writer.flush()).isTrue();
    }

    @Test
    void writesNothingAfterRestartOnConvergedCluster() {
        fixture.given("{}");
        writer.relate(List.of(new ObjectKey(ResourceKind.DEPLOYMENT, "managed-namespace", "ccm")));
        fixture.allConverge();
        writer.flush();
        fixture.api.takeRequests();
        fixture.clock.advanceSeconds(3600);

        ClusterOperatorStatusWriter next = fixture.writer(ALL);
        next.observe();
        next.report(CLOUD_CONFIG, ReconcileResult.converged());
        next.flush();
        next.relate(List.of(new ObjectKey(ResourceKind.DEPLOYMENT, "managed-namespace", "ccm")));
        ALL.forEach(controller -> next.report(controller, ReconcileResult.converged()));
        next.flush();

        assertThat(fixture.api.takeRequests()).isEmpty();
    }

    @Test
    void ignoresConditionsOfPreviousProcess() {
        fixture.given("{status: {conditions: [{type: CloudConfigControllerDegraded, status: 'True', reason: R,"
                + " lastTransitionTime: '2026-01-01T00:00:00Z'}]}}");
        assertThat(writer.condition(ConditionType.CLOUD_CONFIG_DEGRADED)).isEmpty();

        writer.report(CLOUD_CONFIG, ReconcileResult.converged());

        assertThat(writer.condition(ConditionType.CLOUD_CONFIG_DEGRADED)
                        .orElseThrow()
                        .isTrue())
                .isFalse();
    }

    @Test
    void readsConditionsOfControllersOfOtherProcesses() {
        ClusterOperatorStatusWriter other = fixture.writer(Set.of(TRUSTED_CA));
        fixture.given("{status: {conditions: [{type: CloudConfigControllerDegraded, status: 'True', reason: R,"
                + " lastTransitionTime: '2026-01-01T00:00:00Z'}]}}");
        other.observe();

        assertThat(other.condition(ConditionType.CLOUD_CONFIG_DEGRADED)
                        .orElseThrow()
                        .isTrue())
                .isTrue();
    }

    @Test
    void keepsReportedConditionUntilControllerReports() {
        fixture.given("{status: {conditions: [{type: CloudConfigControllerDegraded, status: 'True', reason: R,"
                + " lastTransitionTime: '2026-01-01T00:00:00Z'}]}}");
        assertThat(writer.shown(ConditionType.CLOUD_CONFIG_DEGRADED)
                        .orElseThrow()
                        .isTrue())
                .isTrue();

        writer.report(CLOUD_CONFIG, ReconcileResult.converged());

        assertThat(writer.shown(ConditionType.CLOUD_CONFIG_DEGRADED)
                        .orElseThrow()
                        .isTrue())
                .isFalse();
        assertThat(writer.shown(ConditionType.AVAILABLE)).isEmpty();
    }

    @Test
    void degradesOnTimeWithoutEvent() {
        fixture.given("{}");
        writer.report(TRUSTED_CA, ReconcileResult.transientFailure("no file"));
        assertThat(writer.flush()).isFalse();
        assertThat(writer.nextCheck()).contains(SteppedClock.START.plusSeconds(120));

        fixture.clock.advanceSeconds(119);
        writer.check();
        assertThat(writer.flush()).isFalse();
        fixture.clock.advanceSeconds(1);
        writer.check();

        assertThat(writer.nextCheck()).isEmpty();
        assertThat(writer.flush()).isTrue();
        assertThatCondition(fixture.stored(), ConditionType.TRUSTED_CA_DEGRADED)
                .isTrue()
                .hasReason("SyncingFailed")
                .hasMessage("no file");
    }

    @Test
    void noticesDeadlineBetweenTwoChecks() {
        fixture.given("{}");
        writer.report(TRUSTED_CA, ReconcileResult.transientFailure("no file"));
        fixture.clock.advanceSeconds(119);
        writer.check();

        fixture.clock.advanceSeconds(1);

        assertThat(writer.nextCheck()).contains(SteppedClock.START.plusSeconds(120));
    }

    @Test
    void keepsFailureWhileWaiting() {
        fixture.given("{}");
        writer.report(CLOUD_CONTROLLER_MANAGER, ReconcileResult.transientFailure("no answer"));
        writer.report(CLOUD_CONTROLLER_MANAGER, new ReconcileResult.Waiting("an event"));
        fixture.clock.advanceSeconds(150);
        writer.check();

        assertThat(writer.condition(ConditionType.UPGRADEABLE))
                .contains(Condition.ofFalse(ConditionType.UPGRADEABLE, "SyncingFailed", "no answer"));
    }

    /** What it waits for may be what another controller cannot make. */
    @Test
    void leavesFailureOfInputThatIsMendedWhileWaiting() {
        fixture.given("{}");
        writer.report(
                CLOUD_CONFIG,
                new ReconcileResult.Degraded(
                        "no cloud.conf", ReconcileResult.Kind.TERMINAL, FailureReason.INVALID_CONFIGURATION));
        writer.report(
                CLOUD_CONTROLLER_MANAGER,
                new ReconcileResult.Degraded(
                        "refused args", ReconcileResult.Kind.TERMINAL, FailureReason.INVALID_CONFIGURATION));
        assertThat(writer.condition(ConditionType.DEGRADED).orElseThrow().message())
                .contains("refused args", "no cloud.conf");

        writer.report(CLOUD_CONTROLLER_MANAGER, new ReconcileResult.Waiting("cloud-conf"));

        assertThat(writer.condition(ConditionType.DEGRADED).orElseThrow().message())
                .contains("no cloud.conf")
                .doesNotContain("refused args");

        writer.report(CLOUD_CONFIG, ReconcileResult.converged());

        assertThat(writer.condition(ConditionType.DEGRADED).orElseThrow().isTrue())
                .isFalse();
        assertThat(writer.condition(ConditionType.UPGRADEABLE).orElseThrow().isTrue())
                .isTrue();
        assertThat(writer.condition(ConditionType.PROGRESSING).orElseThrow().message())
                .endsWith(": Waiting for cloud-conf");
    }

    @Test
    void leavesFailureOfInputThatIsMendedWhileOnlyItWaits() {
        fixture.given("{}");
        writer.report(CLOUD_CONTROLLER_MANAGER, ReconcileResult.terminalFailure("refused args"));
        writer.report(CLOUD_CONTROLLER_MANAGER, new ReconcileResult.Waiting("cloud-conf"));

        assertThat(writer.condition(ConditionType.DEGRADED))
                .contains(Condition.ofFalse(ConditionType.DEGRADED, "AsExpected", "No failure is known"));
        assertThat(writer.condition(ConditionType.UPGRADEABLE).orElseThrow().isTrue())
                .isTrue();
        assertThat(writer.condition(ConditionType.AVAILABLE)).isEmpty();
    }

    @Test
    void leavesFormerWordsOfAvailableWhileWhatMayFixItIsRolledOut() {
        fixture.given("{}");
        writer.report(
                CLOUD_CONTROLLER_MANAGER,
                ReconcileResult.terminalFailure("no replica: no such zone").asUnavailable());
        writer.report(CLOUD_CONTROLLER_MANAGER, new ReconcileResult.Progressing("Rolling out Deployment a"));

        assertThat(writer.condition(ConditionType.AVAILABLE))
                .contains(Condition.ofFalse(
                        ConditionType.AVAILABLE, "CloudControllerManagerUnavailable", "Rolling out Deployment a"));

        writer.report(CLOUD_CONTROLLER_MANAGER, ReconcileResult.converged());
        writer.report(CLOUD_CONTROLLER_MANAGER, new ReconcileResult.Progressing("Rolling out Deployment b"));

        assertThat(writer.condition(ConditionType.AVAILABLE).orElseThrow().isTrue())
                .isTrue();
    }

    @Test
    void writesPersistentFailureOnce() {
        fixture.given("{}");
        for (int second = 0; second < 600; second += 30) {
            writer.report(CLOUD_CONTROLLER_MANAGER, ReconcileResult.transientFailure("no answer"));
            writer.flush();
            fixture.clock.advanceSeconds(30);
        }

        assertThat(fixture.api.takeRequests()).containsExactly(WRITE);
    }

    @Test
    void restoresUpgradeableAndDegradedWithNextSuccess() {
        fixture.given("{}");
        writer.report(CLOUD_CONTROLLER_MANAGER, ReconcileResult.terminalFailure("no type"));
        writer.flush();
        fixture.clock.advanceSeconds(10);
        writer.report(CLOUD_CONTROLLER_MANAGER, new ReconcileResult.Progressing("Deployment a"));
        writer.flush();

        KubernetesObject progressing = fixture.stored();
        assertThatCondition(progressing, ConditionType.UPGRADEABLE).isTrue().hasBeenSince("2026-03-01T12:00:10Z");
        assertThatCondition(progressing, ConditionType.DEGRADED).isFalse().hasBeenSince("2026-03-01T12:00:10Z");
        assertThat(types(progressing)).doesNotContain("Available");

        writer.report(CLOUD_CONTROLLER_MANAGER, ReconcileResult.converged());
        writer.flush();
        assertThatCondition(fixture.stored(), ConditionType.DEGRADED).isFalse();
        assertThatCondition(fixture.stored(), ConditionType.AVAILABLE).isTrue();
    }

    @Test
    void reportsFailureDependingOnVersion() {
        fixture.given("{status: {versions: [{name: operator, version: 4.20.0}]}}");
        writer.report(CLOUD_CONTROLLER_MANAGER, ReconcileResult.terminalFailure("x"));
        writer.flush();
        assertThatCondition(fixture.stored(), ConditionType.DEGRADED)
                .hasMessage("Failed when progressing towards operator: 4.20.1 because x");
        assertThat(fixture.stored().fields().maps("status", "versions"))
                .containsExactly(Map.of("name", "operator", "version", "4.20.0"));

        writer.report(CLOUD_CONTROLLER_MANAGER, ReconcileResult.converged());
        writer.report(CLOUD_CONTROLLER_MANAGER, ReconcileResult.terminalFailure("x"));
        writer.flush();
        assertThatCondition(fixture.stored(), ConditionType.DEGRADED)
                .hasMessage("Failed to resync for operator: 4.20.1 because x");
        assertThat(fixture.stored().fields().maps("status", "versions"))
                .containsExactly(Map.of("name", "operator", "version", "4.20.1"));
    }

    @Test
    void rejectsResultOfControllerOfOtherProcess() {
        ClusterOperatorStatusWriter one = fixture.writer(Set.of(TRUSTED_CA));

        assertThatThrownBy(() -> one.report(CLOUD_CONFIG, ReconcileResult.converged()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cloud-config");
    }
}
