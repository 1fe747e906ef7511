// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionAssert.types;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.events.EventSubject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The object after a write. */
class WrittenStatusTest {
    private final ClusterOperatorStatusWriterFixture fixture =
            new ClusterOperatorStatusWriterFixture(ClusterOperatorStatusWriterFixture.ALL);

    @Test
    void changesTransitionTimeWithStatusOnly() {
        fixture.given("""
                {status: {conditions: [
                  {type: Degraded, status: 'False', reason: Old, message: old, lastTransitionTime: '2026-01-01T00:00:00Z'},
                  {type: Progressing, status: 'True', reason: Old, lastTransitionTime: '2026-01-01T00:00:00Z'}]}}
                """);

        fixture.allConverge();
        fixture.writer.flush();

        assertThatCondition(fixture.stored(), ConditionType.DEGRADED)
                .isFalse()
                .hasReason("AsExpected")
                .hasMessage("No failure is known")
                .hasBeenSince("2026-01-01T00:00:00Z");
        assertThatCondition(fixture.stored(), ConditionType.PROGRESSING)
                .isFalse()
                .hasBeenSince("2026-03-01T12:00:00Z");
    }

    @Test
    void removesConditionOfFormerOwnerWhenComplete() {
        fixture.given("{status: {conditions: [{type: CloudControllerOwner, status: 'True',"
                + " lastTransitionTime: '2026-01-01T00:00:00Z'}]}}");

        fixture.writer.report(Controller.CLOUD_CONTROLLER_MANAGER, new ReconcileResult.Progressing("a"));
        fixture.writer.flush();
        assertThat(types(fixture.stored())).contains("CloudControllerOwner");

        fixture.writer.report(Controller.CLOUD_CONTROLLER_MANAGER, ReconcileResult.converged());
        fixture.writer.flush();
        assertThat(types(fixture.stored())).doesNotContain("CloudControllerOwner");
    }

    @Test
    void sortsRelatedObjectsWithoutDuplicates() {
        fixture.given("{}");
        ObjectKey deployment = new ObjectKey(ResourceKind.DEPLOYMENT, "managed-namespace", "b");
        ObjectKey role = ObjectKey.ofCluster(ResourceKind.CLUSTER_ROLE, "a");

        fixture.writer.relate(List.of(role, deployment, ClusterOperatorStatusWriter.KEY, role));
        fixture.allConverge();
        fixture.writer.flush();

        assertThat(fixture.stored().fields().maps("status", "relatedObjects"))
                .containsExactly(
                        Map.of("group", "", "resource", "namespaces", "name", "managed-namespace"),
                        Map.of("group", "", "resource", "namespaces", "name", "operator-namespace"),
                        Map.of(
                                "group",
                                "apps",
                                "resource",
                                "deployments",
                                "namespace",
                                "managed-namespace",
                                "name",
                                "b"),
                        Map.of(
                                "group",
                                "config.openshift.io",
                                "resource",
                                "clusteroperators",
                                "name",
                                "cloud-controller-manager"),
                        Map.of("group", "rbac.authorization.k8s.io", "resource", "clusterroles", "name", "a"));
    }

    @Test
    void keepsRelatedObjectsOrAddsUsualOnes() {
        fixture.given("{status: {relatedObjects: [{group: g, resource: r, name: n}]}}");
        fixture.allConverge();
        fixture.writer.flush();
        assertThat(fixture.stored().fields().maps("status", "relatedObjects"))
                .containsExactly(Map.of("group", "g", "resource", "r", "name", "n"));

        ClusterOperatorStatusWriterFixture other =
                new ClusterOperatorStatusWriterFixture(ClusterOperatorStatusWriterFixture.ALL);
        other.given("{}");
        other.allConverge();
        other.writer.flush();
        assertThat(other.stored().fields().maps("status", "relatedObjects")).hasSize(3);
    }

    @Test
    void keepsVersionsAndRelatedObjectsWithoutCcmController() {
        ClusterOperatorStatusWriterFixture one =
                new ClusterOperatorStatusWriterFixture(Set.of(Controller.CLOUD_CONFIG));
        one.given("{}");
        one.writer.report(Controller.CLOUD_CONFIG, ReconcileResult.converged());
        one.writer.flush();

        assertThat(one.stored().fields().map("status")).containsOnlyKeys("conditions");
    }

    @Test
    void revertsForeignChangesOfOwnConditions() {
        fixture.given("{}");
        fixture.allConverge();
        fixture.writer.flush();
        fixture.given("{status: {conditions: [{type: Available, status: 'False', reason: Joke,"
                + " lastTransitionTime: '2026-01-01T00:00:00Z'}]}}");

        assertThat(fixture.writer.flush()).isTrue();
        assertThatCondition(fixture.stored(), ConditionType.AVAILABLE).isTrue();
        assertThat(types(fixture.stored())).hasSameSizeAs(ClusterOperatorStatusWriterFixture.CONDITIONS);
    }

    @Test
    void usesObservedObjectAsSubjectOfEvents() {
        assertThat(fixture.writer.subject().uid()).isEmpty();

        String uid = fixture.given("{}").fields().string("metadata", "uid");

        assertThat(fixture.writer.subject())
                .isEqualTo(new EventSubject(
                        "config.openshift.io/v1", "ClusterOperator", "", "cloud-controller-manager", uid));
        fixture.api.remove(ClusterOperatorStatusWriter.KEY);
        fixture.writer.observe();
        assertThat(fixture.writer.subject().uid()).isEmpty();
    }
}
