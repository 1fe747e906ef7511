// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.ControllerScene.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.SourceProviders;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.status.ClusterOperatorStatus;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.SteppedClock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The controller of the CCM resources on AWS, which has converged, in memory. */
abstract class ProvidedScene {
    static final ObjectKey CLOUD_CONF = configMap(MANAGED, "cloud-conf");
    static final ObjectKey A = configMap(MANAGED, "cloud-conf-a");
    static final ObjectKey B = configMap(MANAGED, "cloud-conf-b");
    static final ObjectKey DEPLOYMENT = new ObjectKey(ResourceKind.DEPLOYMENT, MANAGED, "aws-cloud-controller-manager");

    final ControllerScene scene = new ControllerScene();
    final SteppedClock clock = new SteppedClock();
    final ClusterOperatorStatusWriter status = new ClusterOperatorStatusWriter(
            scene.server,
            scene.watches,
            ClusterOperatorStatus.of(
                    ReleaseVersion.of("4.20.0"), distribution(), Set.of(MANAGED), EnumSet.allOf(Controller.class)),
            () -> true,
            clock);
    String image = "registry/aws:1";
    private SourceProviders providers;
    private CcmReconciler controller;
    private Optional<Object> template = Optional.empty();
    private long rollouts;

    @BeforeEach
    void converge() throws Exception {
        providers = SourceProviders.open();
        scene.watches.watch(ClusterOperatorStatusWriter.KEY, () -> {});
        status.report(Controller.CLOUD_CONFIG, ReconcileResult.converged());
        status.report(Controller.TRUSTED_CA, ReconcileResult.converged());
        cloudConf("first");
        scene.put(configMap(MANAGED, "ccm-trusted-ca"), "{data: {ca-bundle.crt: pem}}");
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: FeatureGate
                metadata: {name: cluster}
                status: {featureGates: [{version: 4.20.0, enabled: []}]}
                """);
        describe();
        restart();
        reconcile();
        rollOut();
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        prove();
        takeRequests();
    }

    @AfterEach
    void end() {
        providers.close();
    }

    Distribution distribution() {
        return Distribution.OPENSHIFT;
    }

    /** What says that the platform is AWS. */
    void describe() {
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: Infrastructure
                metadata: {name: cluster}
                status: {infrastructureName: sample-1, controlPlaneTopology: HighlyAvailable, platformStatus: {type: AWS}}
                """);
    }

    /** Another process leads. */
    void restart() {
        controller = new CcmReconciler(scene.access(clock), status, inputs(), () -> {});
    }

    CcmPlan.Inputs inputs() {
        return new CcmPlan.Inputs(
                ControllerScene.settings(distribution()),
                () -> new ImageReferences(Map.of("cloudControllerManagerAWS", image)),
                Optional.of(TlsSettings.UNSET));
    }

    ReconcileResult reconcile() throws InterruptedException {
        ReconcileResult result = controller.reconcile();
        status.flush();
        countRollout();
        return result;
    }

    KubernetesObject deployment() {
        return scene.server.stored(DEPLOYMENT);
    }

    void cloudConf(String content) {
        scene.put(CLOUD_CONF, "{data: {cloud.conf: %s}}".formatted(content));
    }

    /** Completes the rollout, as the controllers of Kubernetes do. */
    void rollOut() {
        KubernetesObject live = scene.server.stored(DEPLOYMENT);
        scene.server.edit(
                live,
                object -> object.tree()
                        .put("status", YamlText.tree("""
                {observedGeneration: %s, replicas: 2, updatedReplicas: 2, availableReplicas: 2,
                 conditions: [{type: Progressing, status: 'True', reason: NewReplicaSetAvailable}]}
                """.formatted(live.fields().at("metadata", "generation")))));
    }

    private void countRollout() {
        Optional<Object> current =
                scene.server.live(DEPLOYMENT).map(live -> live.fields().at("spec", "template"));
        if (current.isPresent() && !current.equals(template)) {
            rollouts++;
            template = current;
        }
    }

    /** How many pod templates the Deployment has had. Its generation grows with its annotations, too. */
    long rollouts() {
        return rollouts;
    }

    /** A Pod of what is rolled out leads for long enough, and the operator sees it. */
    void prove() throws InterruptedException {
        for (int look = 0; look < 2; look++) {
            clock.advanceSeconds(5);
            lead(Duration.ofSeconds(75));
            reconcile();
        }
        reconcile();
    }

    /** A Pod that leads for so long renews its Lease. */
    void lead(Duration since) {
        scene.put("""
                apiVersion: coordination.k8s.io/v1
                kind: Lease
                metadata: {name: cloud-controller-manager, namespace: %s}
                spec: {holderIdentity: node-1_a, leaseDurationSeconds: 137, acquireTime: '%s', renewTime: '%s'}
                """, MANAGED, clock.instant().minus(since), clock.instant());
    }

    String mounted() {
        return ConfigReferences.mounts(scene.server.stored(DEPLOYMENT).podSpec()).stream()
                .map(mount -> String.valueOf(mount.name()))
                .filter(name -> name.startsWith("cloud-conf"))
                .findFirst()
                .orElseThrow();
    }

    /** But for those about the status. */
    List<String> takeRequests() {
        return scene.server.takeRequests().stream()
                .filter(request -> !request.contains("ClusterOperator") && !request.startsWith("GET "))
                .toList();
    }
}
