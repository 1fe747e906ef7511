// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionAssert.types;
import static io.ccmoperator.status.ConditionType.AVAILABLE;
import static io.ccmoperator.status.ConditionType.CLOUD_CONFIG_READY;
import static io.ccmoperator.status.ConditionType.DEGRADED;
import static io.ccmoperator.status.ConditionType.PROGRESSING;
import static io.ccmoperator.status.ConditionType.READY;
import static io.ccmoperator.status.Controller.CLOUD_CONFIG;
import static io.ccmoperator.status.Controller.TRUSTED_CA;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.status.ReconcileResult.Kind;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The CloudControllerManager where it has the conditions. */
class KubernetesStatusTest {
    private static final Controller CCM = Controller.CLOUD_CONTROLLER_MANAGER;

    private final ClusterOperatorStatusWriterFixture fixture =
            new ClusterOperatorStatusWriterFixture(Distribution.KUBERNETES, ClusterOperatorStatusWriterFixture.ALL);
    private final ClusterOperatorStatusWriter writer = fixture.writer;

    @BeforeEach
    void givenObject() {
        put("one");
    }

    private void put(String uid) {
        fixture.api.put(YamlText.manifest("{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager,"
                + " metadata: {name: cluster, uid: " + uid + "}, spec: {}}"));
        writer.observe();
    }

    /** The user changes the spec, which leaves the status alone. */
    private void edit() {
        KubernetesObject changed = stored().copy();
        changed.tree().put("spec", Map.of("logLevel", "Debug"));
        fixture.api.put(changed);
        writer.observe();
    }

    private boolean reconciled(Controller controller, ReconcileResult result) {
        writer.begin(controller);
        return writer.report(controller, result);
    }

    private void allConverge() {
        reconciled(CLOUD_CONFIG, ReconcileResult.converged());
        reconciled(TRUSTED_CA, ReconcileResult.converged());
        reconciled(CCM, ReconcileResult.converged());
    }

    private KubernetesObject flushed() {
        writer.flush();
        writer.observe();
        return stored();
    }

    private KubernetesObject stored() {
        return fixture.api.stored(CLOUD_CONTROLLER_MANAGER);
    }

    @Test
    void isUnknownBeforeFirstResult() {
        KubernetesObject manager = flushed();

        assertThat(types(manager))
                .containsExactly("Ready", "Available", "Progressing", "Degraded", "CloudConfigReady", "TrustedCAReady");
        for (ConditionType type : ConditionType.of(Distribution.KUBERNETES)) {
            assertThatCondition(manager, type)
                    .isUnknown()
                    .hasReason("Pending")
                    .hasMessage("Waiting for the first result of the controller "
                            + type.controller().value())
                    .isAbout(0);
        }
        assertThat(manager.fields().map("status")).doesNotContainKey("observedGeneration");
        assertThat(writer.flush()).isFalse();
    }

    @Test
    void staysUnknownWhileControllersWaitOrHaveJustFailed() {
        reconciled(CLOUD_CONFIG, new ReconcileResult.Waiting("an event"));
        reconciled(CCM, ReconcileResult.transientFailure("no answer"));

        assertThatCondition(flushed(), READY).isUnknown().hasReason("Pending");

        fixture.clock.advanceSeconds(150);
        writer.check();
        assertThatCondition(flushed(), DEGRADED).isTrue().isAbout(0);
    }

    @Test
    void isReadyWhenAvailableAndNeitherProgressingNorDegraded() {
        allConverge();

        KubernetesObject manager = flushed();

        assertThatCondition(manager, READY)
                .isTrue()
                .hasReason("AsExpected")
                .hasMessage("The cloud controller manager is available and as it is set")
                .isAbout(1);
        assertThatCondition(manager, AVAILABLE)
                .isTrue()
                .hasMessage("CloudControllerManager cluster is available at version 4.20.1");
        assertThatCondition(manager, CLOUD_CONFIG_READY).isTrue().hasMessage("No object is needed");
        assertThat(manager.fields().at("status", "observedGeneration")).isEqualTo(1L);
        assertThat(writer.flush()).isFalse();
    }

    @Test
    void isNotReadyForReasonOfConditionThatSaysNo() {
        allConverge();

        reconciled(CCM, new ReconcileResult.Progressing("Rolling out Deployment a"));
        assertThatCondition(flushed(), READY).isFalse().hasReason("RollingOut").hasMessage("Rolling out Deployment a");

        reconciled(CCM, ReconcileResult.terminalFailure("spec.controllerManager.args: no"));
        assertThatCondition(flushed(), READY)
                .isFalse()
                .hasReason("InvalidConfiguration")
                .hasMessage("spec.controllerManager.args: no");

        reconciled(
                CCM,
                new ReconcileResult.Degraded(
                        "no replica", Kind.LASTING, FailureReason.WORKLOAD_FAILING, true, Optional.empty()));
        assertThatCondition(flushed(), READY)
                .isFalse()
                .hasReason("CloudControllerManagerUnavailable")
                .hasMessage("no replica");
    }

    @Test
    void claimsNoGenerationThatControllersHaveNotWorkedOn() {
        allConverge();
        flushed();

        edit();
        assertThatCondition(flushed(), READY).isTrue().isAbout(1);

        // With the ConfigMaps of the generation before.
        reconciled(CCM, ReconcileResult.converged());
        assertThatCondition(flushed(), READY).isTrue().isAbout(1);

        assertThat(reconciled(CLOUD_CONFIG, ReconcileResult.converged()))
                .as("the controller of the CCM resources has to run again")
                .isTrue();
        reconciled(TRUSTED_CA, ReconcileResult.converged());
        KubernetesObject manager = flushed();
        assertThatCondition(manager, CLOUD_CONFIG_READY).isAbout(2);
        assertThatCondition(manager, READY).isAbout(1);
        assertThat(manager.fields().at("status", "observedGeneration")).isEqualTo(1L);

        reconciled(CCM, new ReconcileResult.Progressing("Rolling out Deployment a"));
        manager = flushed();
        assertThatCondition(manager, PROGRESSING).isTrue().isAbout(2);
        assertThatCondition(manager, READY).isFalse().isAbout(2);
        assertThat(manager.fields().at("status", "observedGeneration")).isEqualTo(2L);
    }

    @Test
    void claimsGenerationThatReconcileBeganWith() {
        allConverge();
        writer.begin(CLOUD_CONFIG);
        edit();

        writer.report(CLOUD_CONFIG, ReconcileResult.converged());

        assertThatCondition(flushed(), CLOUD_CONFIG_READY).isAbout(1);
    }

    @Test
    void keepsGenerationWhileWaitingAndUntilFailureHasLasted() {
        allConverge();
        edit();
        reconciled(CLOUD_CONFIG, ReconcileResult.transientFailure("no answer"));
        reconciled(CCM, new ReconcileResult.Waiting("a ConfigMap"));

        KubernetesObject manager = flushed();
        assertThatCondition(manager, CLOUD_CONFIG_READY).isTrue().isAbout(1);
        assertThatCondition(manager, READY).isTrue().isAbout(1);

        fixture.clock.advanceSeconds(120);
        assertThat(writer.check()).isTrue();
        assertThatCondition(flushed(), CLOUD_CONFIG_READY).isFalse().isAbout(2);
    }

    @Test
    void failureOfEarlierGenerationThatDegradesByTimeIsNotAboutNextOne() {
        allConverge();
        reconciled(CLOUD_CONFIG, ReconcileResult.transientFailure("no answer"));
        edit();
        writer.begin(CLOUD_CONFIG);

        fixture.clock.advanceSeconds(120);
        writer.check();

        assertThatCondition(flushed(), CLOUD_CONFIG_READY).isFalse().isAbout(1);
    }

    @Test
    void terminalFailureOfConfigurationDegradesAtOnce() {
        allConverge();
        reconciled(CLOUD_CONFIG, ReconcileResult.terminalFailure("ConfigMap a/b, key c: line 1: no section"));

        KubernetesObject manager = flushed();
        assertThatCondition(manager, CLOUD_CONFIG_READY)
                .isFalse()
                .hasReason("InvalidConfiguration")
                .hasMessage("ConfigMap a/b, key c: line 1: no section");
        assertThatCondition(manager, DEGRADED).isTrue().hasMessage("ConfigMap a/b, key c: line 1: no section");
        assertThatCondition(manager, AVAILABLE).isTrue();
        assertThatCondition(manager, READY).isFalse().hasReason("InvalidConfiguration");
    }

    @Test
    void saysNothingOfObjectThatWasDeletedAboutNextOne() {
        allConverge();
        writer.describeProvider(Optional.of("aws"));
        writer.describeObjects(
                CCM, Map.of(new ObjectKey(ResourceKind.DEPLOYMENT, "managed-namespace", "a"), "Complete"));
        flushed();
        fixture.api.remove(CLOUD_CONTROLLER_MANAGER);
        writer.observe();
        put("two");

        KubernetesObject manager = flushed();
        assertThatCondition(manager, READY).isUnknown();
        assertThat(manager.fields().map("status")).containsOnlyKeys("conditions");

        reconciled(CLOUD_CONFIG, ReconcileResult.converged());
        reconciled(TRUSTED_CA, ReconcileResult.converged());
        reconciled(CCM, new ReconcileResult.Progressing("Rolling out Deployment a"));
        manager = flushed();
        assertThatCondition(manager, AVAILABLE).isUnknown();
        assertThatCondition(manager, READY).isFalse().isAbout(1);
    }

    @Test
    void saysNothingOfTimeWithoutObjectAboutNextOne() {
        allConverge();
        writer.describePrograms(
                Map.of("controllerManager", new ProgramImage("registry.example.com/a:v1", "images.yaml of a")));
        assertThat(flushed().fields().string("status", "controllerManager", "image"))
                .isEqualTo("registry.example.com/a:v1");
        fixture.api.remove(CLOUD_CONTROLLER_MANAGER);
        writer.observe();
        allConverge();
        put("two");

        reconciled(CLOUD_CONFIG, ReconcileResult.converged());
        reconciled(TRUSTED_CA, ReconcileResult.converged());
        reconciled(CCM, ReconcileResult.terminalFailure("the image of b is missing"));
        KubernetesObject manager = flushed();
        assertThatCondition(manager, DEGRADED).isTrue();
        assertThatCondition(manager, AVAILABLE).isUnknown();
        assertThat(manager.fields().map("status")).doesNotContainKey("controllerManager");
    }

    @Test
    void keepsWhatEarlierProcessSaidUntilItsOwnFirstResult() {
        allConverge();
        writer.describeObjects(
                CLOUD_CONFIG,
                Map.of(new ObjectKey(ResourceKind.CONFIG_MAP, "managed-namespace", "cloud-conf"), "Applied"));
        writer.describeObjects(
                CCM, Map.of(new ObjectKey(ResourceKind.DEPLOYMENT, "managed-namespace", "a"), "Complete"));
        KubernetesObject before = flushed();

        ClusterOperatorStatusWriter next = fixture.writer(ClusterOperatorStatusWriterFixture.ALL);
        next.observe();
        assertThat(next.flush()).isFalse();

        next.begin(CCM);
        next.describeObjects(
                CCM, Map.of(new ObjectKey(ResourceKind.DEPLOYMENT, "managed-namespace", "b"), "Progressing"));
        next.report(CCM, new ReconcileResult.Progressing("Rolling out Deployment b"));
        next.flush();
        assertThat(stored().fields().maps("status", "objects"))
                .extracting(item -> item.get("name"))
                .containsExactly("cloud-conf", "b");
        assertThat(before.fields().maps("status", "objects"))
                .extracting(item -> item.get("name"))
                .containsExactly("cloud-conf", "a");
    }

    @Test
    void processOfOtherControllersLeavesConditionsAlone() {
        ClusterOperatorStatusWriter sync = fixture.writer(EnumSet.of(CLOUD_CONFIG, TRUSTED_CA));
        ClusterOperatorStatusWriter ccm = fixture.writer(EnumSet.of(CCM));
        for (Controller controller : List.of(CLOUD_CONFIG, TRUSTED_CA)) {
            sync.begin(controller);
            sync.report(controller, ReconcileResult.converged());
        }
        sync.flush();
        ccm.observe();
        ccm.begin(CCM);
        ccm.report(CCM, ReconcileResult.converged());
        ccm.flush();

        assertThatCondition(stored(), CLOUD_CONFIG_READY).isTrue().isAbout(1);
        assertThatCondition(stored(), READY).isTrue().isAbout(1);
        sync.observe();
        assertThat(sync.flush()).isFalse();
    }
}
