// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.status.ConditionAssert.types;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.status.CloudControllerManagerStatus.ProgramImage;
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
                + " metadata: {name: cluster}, spec: " + spec + "}"));
    }

    private void reconciled() {
        writer.describe(new CloudControllerManagerStatus(
                3,
                Optional.of("aws"),
                Optional.of(Map.of("controllerManager", new ProgramImage("a/b:1", "spec.controllerManager.image"))),
                Optional.of(Map.of())));
        fixture.allConverge();
    }

    @Test
    void saysWhatClusterOperatorSays() {
        reconciled();

        assertThat(writer.flush()).isTrue();

        KubernetesObject manager = fixture.api.stored(CLOUD_CONTROLLER_MANAGER);
        assertThat(fixture.api.takeRequests()).containsExactly(WRITE_CLUSTER_OPERATOR, WRITE);
        assertThat(types(manager)).containsExactlyElementsOf(types(fixture.stored()));
        assertThat(manager.fields().map("status"))
                .containsEntry("observedGeneration", 3L)
                .containsEntry("provider", "aws")
                .containsEntry("version", "4.20.1")
                .containsEntry(
                        "controllerManager", Map.of("image", "a/b:1", "imageSource", "spec.controllerManager.image"))
                .doesNotContainKey("nodeManager")
                .containsKey("objects");
        assertThat(writer.flush()).isFalse();
    }

    @Test
    void isLeftAloneBeforeFirstReconcileAndNeverCreated() {
        fixture.allConverge();
        writer.flush();
        assertThat(fixture.api.takeRequests()).containsExactly(WRITE_CLUSTER_OPERATOR);

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
        assertThat(types(fixture.api.stored(CLOUD_CONTROLLER_MANAGER))).hasSameSizeAs(ConditionType.values());
    }
}
