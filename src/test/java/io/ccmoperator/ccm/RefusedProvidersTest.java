// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.ControllerScene.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.SamplePack;
import io.ccmoperator.SourceProviders;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.input.ProviderDir;
import io.ccmoperator.plan.PlanSettings;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.ReconcileResult.Degraded;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A provider of a folder works, and then the folder cannot be used: nothing of it is deleted, on either distribution. */
class RefusedProvidersTest {
    private static final String REFUSED =
            "providers of /packs refused, none of them is used: example/provider.yaml: is missing";
    private static final ObjectKey DEPLOYMENT =
            new ObjectKey(ResourceKind.DEPLOYMENT, MANAGED, "example-cloud-controller-manager");

    private final ControllerScene scene = new ControllerScene();
    private SourceProviders sources;
    private ClusterOperatorStatusWriter status;
    private CcmReconciler controller;

    @TempDir
    Path folder;

    @BeforeEach
    void begin() {
        sources = SourceProviders.open();
    }

    @AfterEach
    void end() {
        sources.close();
    }

    private ProviderIndex accepted() {
        ProviderIndex index = ProviderIndex.load();
        ProviderDir.Judged judged =
                new ProviderDir(SamplePack.example().write(folder)).judge(index, SamplePack.facts());
        assertThat(judged.findings()).isEmpty();
        judged.extend(index);
        return index;
    }

    private void describe(Distribution distribution, String platform, String provider) {
        scene.put(configMap(MANAGED, "ccm-trusted-ca"), "{data: {ca-bundle.crt: pem}}");
        scene.put(configMap(MANAGED, "cloud-conf"), "{data: {cloud.conf: '[Global]'}}");
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: FeatureGate
                metadata: {name: cluster}
                status: {featureGates: [{version: 4.20.0, enabled: []}]}
                """);
        if (distribution == Distribution.OPENSHIFT) {
            scene.put("""
                    apiVersion: config.openshift.io/v1
                    kind: Infrastructure
                    metadata: {name: cluster}
                    spec: {platformSpec: {external: {platformName: example}}}
                    status:
                      infrastructureName: sample-1
                      controlPlaneTopology: HighlyAvailable
                      platformStatus: {type: %s, external: {cloudControllerManager: {state: External}}}
                    """, platform);
        } else {
            scene.put("""
                    apiVersion: ccmoperator.io/v1beta1
                    kind: CloudControllerManager
                    metadata: {name: cluster, uid: own, generation: 1}
                    spec: {cluster: {provider: %s, name: sample-1}}
                    """, provider);
        }
    }

    /** Another process leads. */
    private void start(Distribution distribution, ProviderIndex index) {
        status = scene.status(distribution);
        status.report(Controller.CLOUD_CONFIG, ReconcileResult.converged());
        status.report(Controller.TRUSTED_CA, ReconcileResult.converged());
        PlanSettings usual = ControllerScene.settings(distribution);
        PlanSettings settings = new PlanSettings(
                usual.distribution(),
                usual.operatorNamespace(),
                usual.managedNamespace(),
                usual.release(),
                usual.singleNode(),
                usual.kubernetes(),
                index);
        CcmPlan.Inputs inputs = new CcmPlan.Inputs(
                settings,
                () -> new ImageReferences(Map.of(
                        "cloudControllerManagerExample",
                        "registry/example:1",
                        "cloudControllerManagerAWS",
                        "registry/aws:1")),
                Optional.of(TlsSettings.UNSET));
        controller = new CcmReconciler(scene.cluster, status, inputs, () -> {});
    }

    private void rollOut(ObjectKey deployment) {
        KubernetesObject live = scene.server.stored(deployment);
        scene.server.edit(
                live,
                object -> object.tree()
                        .put("status", YamlText.tree("""
                {observedGeneration: %s, replicas: 2, updatedReplicas: 2, availableReplicas: 2,
                 conditions: [{type: Progressing, status: 'True', reason: NewReplicaSetAvailable}]}
                """.formatted(live.fields().at("metadata", "generation")))));
    }

    private ReconcileResult reconcile(ObjectKey deployment) throws InterruptedException {
        controller.reconcile();
        rollOut(deployment);
        ReconcileResult result = controller.reconcile();
        status.report(Controller.CLOUD_CONTROLLER_MANAGER, result);
        status.flush();
        return result;
    }

    private List<String> deletions() {
        return scene.writes().stream()
                .filter(request -> request.startsWith("DELETE"))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Distribution.class)
    void leavesObjectsOfProviderThatCannotBeUsedAnyMore(Distribution distribution) throws Exception {
        describe(distribution, "External", "example");
        start(distribution, accepted());
        assertThat(reconcile(DEPLOYMENT).isConverged()).isTrue();
        List<KubernetesObject> before = applied();
        scene.writes();
        ProviderIndex refused = ProviderIndex.load();
        refused.refuse(REFUSED);

        start(distribution, refused);
        ReconcileResult result = controller.reconcile();
        controller.reconcile();

        assertThat(result).isInstanceOfSatisfying(Degraded.class, failure -> {
            assertThat(failure.cause()).startsWith(REFUSED + "; ");
            assertThat(failure.unavailable()).isFalse();
            assertThat(failure.kind()).isEqualTo(ReconcileResult.Kind.TERMINAL);
        });
        assertThat(deletions()).isEmpty();
        assertThat(applied()).isEqualTo(before).isNotEmpty();
    }

    /** A folder that is valid, and is not the right one. */
    @ParameterizedTest
    @EnumSource(Distribution.class)
    void leavesObjectsOfProviderThatFolderLacks(Distribution distribution) throws Exception {
        describe(distribution, "External", "example");
        ProviderIndex index = accepted();
        start(distribution, index);
        reconcile(DEPLOYMENT);
        scene.writes();
        ProviderDir.Judged other = new ProviderDir(SamplePack.named("zebra").write(folder.resolve("other")))
                .judge(index, SamplePack.facts());
        assertThat(other.findings()).isEmpty();

        other.extend(index);
        ReconcileResult result = controller.reconcile();

        assertThat(result).isInstanceOf(Degraded.class);
        assertThat(deletions()).isEmpty();
        assertThat(scene.server.live(DEPLOYMENT)).isPresent();
    }

    @ParameterizedTest
    @EnumSource(Distribution.class)
    void appliesProviderThatIsBuiltInWhileFolderIsRefused(Distribution distribution) throws Exception {
        ObjectKey aws = new ObjectKey(ResourceKind.DEPLOYMENT, MANAGED, "aws-cloud-controller-manager");
        describe(distribution, "AWS", "aws");
        ProviderIndex index = ProviderIndex.load();
        index.refuse(REFUSED);
        start(distribution, index);

        ReconcileResult refused = reconcile(aws);

        assertThat(refused).isInstanceOfSatisfying(Degraded.class, failure -> {
            assertThat(failure.cause()).isEqualTo(REFUSED);
            assertThat(failure.unavailable()).isFalse();
            assertThat(failure.isConverged()).isTrue();
        });
        assertThat(scene.server.live(aws)).isPresent();
        SamplePack.example().write(folder);
        new ProviderDir(folder).judge(index, SamplePack.facts()).extend(index);
        assertThat(reconcile(aws)).isInstanceOf(ReconcileResult.Converged.class);
    }

    @ParameterizedTest
    @EnumSource(Distribution.class)
    void appliesChangedProviderOfSameName(Distribution distribution) throws Exception {
        describe(distribution, "External", "example");
        ProviderIndex index = accepted();
        start(distribution, index);
        reconcile(DEPLOYMENT);

        SamplePack.example()
                .replace(SamplePack.DEPLOYMENT, "cpu: 100m", "cpu: 50m")
                .write(folder);
        new ProviderDir(folder).judge(index, SamplePack.facts()).extend(index);
        reconcile(DEPLOYMENT);

        assertThat(scene.server.stored(DEPLOYMENT).tree().toString()).contains("cpu=50m");
    }

    private List<KubernetesObject> applied() {
        return scene.server.stored().stream()
                .filter(object ->
                        object.name().startsWith("example") || object.name().startsWith("external"))
                .toList();
    }
}
