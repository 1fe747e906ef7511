// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.ControllerScene.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.SourceProviders;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesMinor;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.plan.PlanSettings;
import io.ccmoperator.status.ClusterOperatorStatus;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.SteppedClock;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The image of a running cloud controller manager, on Kubernetes. */
class ChosenImageTest {
    private static final ObjectKey DEPLOYMENT =
            new ObjectKey(ResourceKind.DEPLOYMENT, MANAGED, "aws-cloud-controller-manager");

    private final ControllerScene scene = new ControllerScene();
    private final SteppedClock clock = new SteppedClock();
    private Optional<KubernetesMinor> server = KubernetesMinor.of("1.35");
    private SourceProviders providers;

    @BeforeEach
    void put() {
        providers = SourceProviders.open();
        scene.put("""
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster, uid: own, generation: 1, finalizers: [ccmoperator.io/cloud-controller-manager]}
                spec: {cluster: {provider: aws, name: a}}
                """);
        scene.put(configMap(MANAGED, "cloud-conf"), "{data: {cloud.conf: a}}");
        scene.put(configMap(MANAGED, "ccm-trusted-ca"), "{data: {ca-bundle.crt: pem}}");
    }

    @AfterEach
    void end() {
        providers.close();
    }

    /** Of a process that begins to lead. */
    private CcmReconciler controller() {
        ClusterOperatorStatusWriter status = new ClusterOperatorStatusWriter(
                scene.server,
                scene.watches,
                ClusterOperatorStatus.of(
                        ReleaseVersion.of("4.20.0"),
                        Distribution.KUBERNETES,
                        Set.of(MANAGED),
                        EnumSet.allOf(Controller.class)),
                () -> true,
                clock);
        status.report(Controller.CLOUD_CONFIG, ReconcileResult.converged());
        status.report(Controller.TRUSTED_CA, ReconcileResult.converged());
        ProviderIndex index = ProviderIndex.load();
        return new CcmReconciler(
                scene.access(clock),
                status,
                new CcmPlan.Inputs(
                        new PlanSettings(
                                Distribution.KUBERNETES,
                                "operator",
                                MANAGED,
                                ReleaseVersion.of("4.20.0"),
                                () -> false,
                                () -> server,
                                index),
                        () -> new ImageReferences(Map.of()),
                        Optional.of(TlsSettings.UNSET)),
                () -> {});
    }

    private Object image() {
        return scene.server.stored(DEPLOYMENT).containers().get(0).get("image");
    }

    private static String released(String tag) {
        return "registry.k8s.io/provider-aws/cloud-controller-manager:" + tag;
    }

    private void rollOut() {
        KubernetesObject live = scene.server.stored(DEPLOYMENT);
        scene.server.edit(
                live,
                object -> object.tree()
                        .put("status", YamlText.tree("""
                {observedGeneration: %s, replicas: 2, updatedReplicas: 2, availableReplicas: 2,
                 conditions: [{type: Progressing, status: 'True', reason: NewReplicaSetAvailable}]}
                """.formatted(live.fields().at("metadata", "generation")))));
    }

    @Test
    void changesWithMinorVersionOfServerAlone() throws InterruptedException {
        CcmReconciler controller = controller();
        controller.reconcile();
        assertThat(image()).isEqualTo(released("v1.35.2"));
        rollOut();
        assertThat(controller.reconcile()).isEqualTo(ReconcileResult.converged());
        scene.writes();

        assertThat(controller().reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(scene.writes()).as("of a restart").isEmpty();

        server = KubernetesMinor.of("1.36");
        controller.reconcile();
        assertThat(image()).isEqualTo(released("v1.36.1"));
    }

    @Test
    void warnsInConditionOfNewerServer() throws InterruptedException {
        server = KubernetesMinor.of("1.99");
        CcmReconciler controller = controller();
        controller.reconcile();
        rollOut();

        assertThat(controller.reconcile())
                .isEqualTo(new ReconcileResult.Converged(List.of(
                        "Kubernetes 1.99 is newer than all versions in images.yaml of aws: the image for 1.36 is"
                                + " taken; upgrade the operator, or set spec.controllerManager.image")));
    }

    /** No image is guessed. */
    @Test
    void waitsForVersionThatDecides() throws InterruptedException {
        server = Optional.empty();

        assertThat(controller().reconcile()).isInstanceOfSatisfying(ReconcileResult.Degraded.class, failure -> {
            assertThat(failure.kind()).isEqualTo(ReconcileResult.Kind.TRANSIENT);
            assertThat(failure.cause())
                    .isEqualTo(
                            "the version of the API server cannot be read, and with it the image of the provider is chosen;"
                                    + " permit the operator to get /version, or set spec.controllerManager.image of"
                                    + " CloudControllerManager cluster");
        });
        assertThat(scene.server.live(DEPLOYMENT)).isEmpty();
    }

    @Test
    void needsNoVersionWhereImageIsSet() throws InterruptedException {
        server = Optional.empty();
        scene.put("""
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster, uid: own, generation: 2, finalizers: [ccmoperator.io/cloud-controller-manager]}
                spec: {controllerManager: {image: 'registry/own:2'}, cluster: {provider: aws, name: a}}
                """);

        controller().reconcile();

        assertThat(image()).isEqualTo("registry/own:2");
    }
}
