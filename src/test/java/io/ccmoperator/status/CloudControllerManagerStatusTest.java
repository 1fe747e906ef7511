// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionAssert.types;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The CloudControllerManager beside the ClusterOperator. */
class CloudControllerManagerStatusTest {
    private static final String WRITE = "PATCH STATUS " + CLOUD_CONTROLLER_MANAGER;
    private static final String WRITE_CLUSTER_OPERATOR = "PATCH STATUS " + ClusterOperatorStatusWriter.KEY;

    private final ClusterOperatorStatusWriterFixture fixture =
            new ClusterOperatorStatusWriterFixture(ClusterOperatorStatusWriterFixture.ALL);
    private final ClusterOperatorStatusWriter writer = fixture.writer;

    @BeforeEach
    void givenBothObjects() {
        fixture.given("{}");
        fixture.watches.watch(CLOUD_CONTROLLER_MANAGER, () -> {});
        putManager("{}");
    }

    private void putManager(String spec) {
        fixture.api.put(YamlText.manifest("{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager,"
                + " metadata: {name: cluster, uid: one}, spec: " + spec + "}"));
    }

    private void reconciled() {
        writer.begin(Controller.CLOUD_CONTROLLER_MANAGER);
        writer.describeProvider(Optional.of("aws"));
        writer.describePrograms(Map.of("controllerManager", new ProgramImage("a/b:1", "spec.controllerManager.image")));
        writer.describeObjects(
                Controller.CLOUD_CONFIG,
                Map.of(new ObjectKey(ResourceKind.CONFIG_MAP, "managed-namespace", "cloud-conf"), "Applied"));
        fixture.allConverge();
    }

    @Test
    void saysWhatClusterOperatorSaysAndWhetherItIsReady() {
        reconciled();

        assertThat(writer.flush()).isTrue();

        KubernetesObject manager = fixture.api.stored(CLOUD_CONTROLLER_MANAGER);
        assertThat(fixture.api.takeRequests()).containsExactly(WRITE_CLUSTER_OPERATOR, WRITE);
        assertThat(types(fixture.stored())).hasSize(8).doesNotContain("Ready");
        assertThat(types(manager)).hasSize(9).startsWith("Ready").containsAll(types(fixture.stored()));
        assertThat(manager.fields().maps("status", "conditions"))
                .extracting(condition -> condition.get("observedGeneration"))
                .containsOnly(1L);
        assertThat(manager.fields().map("status"))
                .containsEntry("observedGeneration", 1L)
                .containsEntry("provider", "aws")
                .containsEntry("version", "4.20.1")
                .containsEntry(
                        "objects",
                        List.of(Map.of(
                                "group",
                                "",
                                "kind",
                                "ConfigMap",
                                "namespace",
                                "managed-namespace",
                                "name",
                                "cloud-conf",
                                "state",
                                "Applied")));
        assertThat(manager.fields().map("status"))
                .containsEntry(
                        "controllerManager", Map.of("image", "a/b:1", "imageSource", "spec.controllerManager.image"))
                .doesNotContainKey("nodeManager");
        assertThatCondition(manager, ConditionType.READY).isTrue().hasReason("AsExpected");
        assertThat(writer.flush()).isFalse();
    }

    @Test
    void isUnknownBeforeFirstReconcileAndNeverCreated() {
        fixture.allConverge();
        writer.flush();
        assertThat(fixture.api.takeRequests()).containsExactly(WRITE_CLUSTER_OPERATOR, WRITE);
        KubernetesObject manager = fixture.api.stored(CLOUD_CONTROLLER_MANAGER);
        assertThat(manager.fields().map("status")).containsOnlyKeys("conditions");
        for (ConditionType type : ConditionType.of(Distribution.OPENSHIFT)) {
            assertThatCondition(manager, type).isUnknown().hasReason("Pending");
        }
        assertThat(writer.flush()).isFalse();

        fixture.api.remove(CLOUD_CONTROLLER_MANAGER);
        reconciled();
        assertThat(writer.flush()).isFalse();
        assertThat(fixture.api.takeRequests()).isEmpty();
    }

    /** On OpenShift the operator may watch the object, but not get it. */
    @Test
    void isNotReadAfterConflictButWrittenAfterNextEvent() {
        reconciled();
        fixture.watches.keepAsItIs(CLOUD_CONTROLLER_MANAGER);
        putManager("{managementState: Managed}");

        assertThat(writer.flush()).isTrue();
        assertThat(fixture.api.takeRequests()).containsExactly(WRITE_CLUSTER_OPERATOR, WRITE);

        fixture.watches.tellAll();
        assertThat(writer.flush()).isTrue();
        assertThat(fixture.api.takeRequests()).containsExactly(WRITE);
        assertThat(types(fixture.api.stored(CLOUD_CONTROLLER_MANAGER)))
                .hasSameSizeAs(ConditionType.of(Distribution.OPENSHIFT));
    }
}
