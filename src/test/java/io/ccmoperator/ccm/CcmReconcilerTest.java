// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.ControllerScene.configMap;
import static io.ccmoperator.client.ClusterObjects.FEATURE_GATE;
import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.LogLines;
import io.ccmoperator.SourceProviders;
import io.ccmoperator.YamlText;
import io.ccmoperator.apply.ApplyRecorder;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.YamlWriter;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ClusterObjects;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.status.ClusterOperatorStatus;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.Condition;
import io.ccmoperator.status.ConditionType;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.FailureReason;
import io.ccmoperator.status.InputFinding;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.ReconcileResult.Converged;
import io.ccmoperator.status.ReconcileResult.Progressing;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CcmReconcilerTest {
    private static final ReleaseVersion VERSION = ReleaseVersion.of("4.20.0");
    private static final ObjectKey DEPLOYMENT = managed(ResourceKind.DEPLOYMENT, "aws-cloud-controller-manager");
    private static final ObjectKey GCP_DEPLOYMENT = managed(ResourceKind.DEPLOYMENT, "gcp-cloud-controller-manager");
    private static final ObjectKey POLICY = ObjectKey.ofCluster(
            ResourceKind.VALIDATING_ADMISSION_POLICY, "openshift-cloud-controller-manager-cloud-provider-aws");

    private final ControllerScene scene = new ControllerScene();
    private final ClusterOperatorStatusWriter status = new ClusterOperatorStatusWriter(
            scene.server,
            scene.watches,
            ClusterOperatorStatus.of(VERSION, Distribution.OPENSHIFT, Set.of(MANAGED), EnumSet.allOf(Controller.class)),
            () -> true,
            scene.clock);
    private ImageReferences images = new ImageReferences(
            Map.of("cloudControllerManagerAWS", "registry/aws:1", "cloudControllerManagerGCP", "registry/gcp:1"));
    private SourceProviders providers;
    private CcmReconciler controller;

    @BeforeEach
    void begin() {
        providers = SourceProviders.open();
        controller = controller(scene, Distribution.OPENSHIFT);
        scene.watches.watch(ClusterOperatorStatusWriter.KEY, () -> {});
        status.report(Controller.CLOUD_CONFIG, ReconcileResult.converged());
        status.report(Controller.TRUSTED_CA, ReconcileResult.converged());
        scene.put(configMap(MANAGED, "cloud-conf"), "{data: {cloud.conf: '[Global]'}}");
        scene.put(configMap(MANAGED, "ccm-trusted-ca"), "{data: {ca-bundle.crt: pem}}");
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: FeatureGate
                metadata: {name: cluster}
                status: {featureGates: [{version: 4.20.0, enabled: []}]}
                """);
        platform("{type: AWS, aws: {region: r}}");
    }

    @AfterEach
    void end() {
        providers.close();
    }

    private static ObjectKey managed(ResourceKind kind, String name) {
        return new ObjectKey(kind, MANAGED, name);
    }

    private CcmReconciler controller(ControllerScene in, Distribution distribution) {
        CcmPlan.Inputs inputs = new CcmPlan.Inputs(
                ControllerScene.settings(distribution), () -> images, Optional.of(TlsSettings.UNSET));
        return new CcmReconciler(in.cluster, status, inputs, () -> {});
    }

    private void platform(String platformStatus) {
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: Infrastructure
                metadata: {name: cluster}
                status: {infrastructureName: sample-1, controlPlaneTopology: HighlyAvailable, platformStatus: %s}
                """, platformStatus);
    }

    private ReconcileResult reconcile() throws InterruptedException {
        return controller.reconcile();
    }

    /** Completes the rollout of a Deployment, as the controllers of Kubernetes do. */
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

    private void converge(ObjectKey deployment) throws InterruptedException {
        reconcile();
        rollOut(deployment);
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        scene.writes();
    }

    /** It worked before with such a proxy, or without one. */
    @Test
    void warnsOfProxyThatGoReadsOtherwiseAndAppliesAll() throws Exception {
        scene.put(
                "{apiVersion: config.openshift.io/v1, kind: Proxy, metadata: {name: cluster}, status: %s}",
                "{httpsProxy: 'http://u:hidden#@proxy:3128', noProxy: '.svc,10.*'}");

        reconcile();
        rollOut(DEPLOYMENT);

        assertThat(reconcile())
                .isInstanceOfSatisfying(
                        Converged.class,
                        converged -> assertThat(converged.warnings())
                                .singleElement()
                                .asString()
                                .startsWith(
                                        "Proxy cluster: status.httpsProxy: the cloud controller manager reads another")
                                .contains("; Proxy cluster: status.noProxy: item 2 has no effect")
                                .doesNotContain("hidden"));
        assertThat(scene.takeEvents())
                .filteredOn(event -> event.startsWith("ConfigurationCheckFailed"))
                .singleElement()
                .asString()
                .startsWith("ConfigurationCheckFailed x1 cluster: Proxy cluster: status.httpsProxy: ");
    }

    @Test
    void logsFeatureGatesThatAreNotPassedOncePerChange() throws Exception {
        images = new ImageReferences(Map.of("cloudControllerManagerOpenStack", "registry/openstack:1"));
        platform("{type: OpenStack}");
        try (LogLines log = LogLines.of(CcmReconciler.class)) {
            reconcile();
            enable("CloudControllerManagerWatchBasedRoutesReconciliation");
            reconcile();
            reconcile();

            assertThat(log.warnings())
                    .containsExactly(
                            "feature gates CloudControllerManagerWatchBasedRoutesReconciliation are enabled, but not"
                                    + " passed: the cloud controller manager of provider openstack is not known to have"
                                    + " them");
            enable("ControllerManagerReleaseLeaderElectionLockOnExit");
            reconcile();
            assertThat(log.warnings()).hasSize(2);
        }
    }

    private void enable(String featureGate) {
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: FeatureGate
                metadata: {name: cluster}
                status: {featureGates: [{version: 4.20.0, enabled: [{name: %s}]}]}
                """, featureGate);
    }

    @Test
    void waitsForInfrastructureThatHasNotSynced() throws Exception {
        scene.watches.keepUnknown(INFRASTRUCTURE);

        ReconcileResult result = reconcile();

        assertThat(result).isEqualTo(ReconcileResult.transientFailure("Infrastructure cluster cannot be read"));
        assertThat(scene.writes()).isEmpty();
    }

    @Test
    void convergesWithoutWritesWhenInfrastructureIsAbsent() throws Exception {
        scene.server.remove(INFRASTRUCTURE);

        ReconcileResult result = reconcile();

        assertThat(result).isEqualTo(ReconcileResult.converged());
        assertThat(scene.writes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{type: Moon}", "{type: BareMetal}", "{type: External}"})
    void convergesWithoutWritesOnPlatformWithoutProvider(String platformStatus) throws Exception {
        platform(platformStatus);

        ReconcileResult result = reconcile();

        assertThat(result).isEqualTo(ReconcileResult.converged());
        assertThat(scene.writes()).isEmpty();
    }

    @Test
    void waitsWithWorkloadAloneUntilItsConfigurationIsThere() throws Exception {
        scene.server.remove(configMap(MANAGED, "cloud-conf"));

        ReconcileResult result = reconcile();

        assertThat(scene.writes()).contains("POST " + POLICY).doesNotContain("POST " + DEPLOYMENT);
        assertThat(result).isInstanceOf(Progressing.class);
        assertThat(reconcile())
                .isEqualTo(new ReconcileResult.Waiting(
                        configMap(MANAGED, "cloud-conf").toString()));

        scene.put(configMap(MANAGED, "cloud-conf"), "{data: {cloud.conf: '[Global]'}}");
        reconcile();
        assertThat(scene.writes()).endsWith("POST " + DEPLOYMENT);
    }

    @Test
    void waitsForFeatureGatesOfRelease() throws Exception {
        scene.server.remove(FEATURE_GATE);

        ReconcileResult result = reconcile();

        assertThat(result)
                .isEqualTo(new ReconcileResult.Waiting("the feature gates of version 4.20.0 in FeatureGate cluster"));
        assertThat(scene.writes()).isEmpty();
    }

    @Test
    void waitsWithWorkloadAloneWhenItsImageIsMissing() throws Exception {
        images = new ImageReferences(Map.of("other", "registry/other:1"));

        ReconcileResult result = reconcile();

        assertThat(result).isInstanceOfSatisfying(ReconcileResult.Degraded.class, failure -> {
            assertThat(failure.kind()).isEqualTo(ReconcileResult.Kind.TERMINAL);
            assertThat(failure.cause()).contains("cloudControllerManagerAWS");
        });
        assertThat(scene.writes()).contains("POST " + POLICY).doesNotContain("POST " + DEPLOYMENT);
    }

    @Test
    void restoresDeploymentWithItsImageWhileThatIsMissing() throws Exception {
        converge(DEPLOYMENT);
        images = new ImageReferences(Map.of("other", "registry/other:1"));
        reconcile();
        KubernetesObject before = scene.server.stored(DEPLOYMENT);
        scene.server.remove(DEPLOYMENT);

        ReconcileResult result = reconcile();

        assertThat(scene.server.stored(DEPLOYMENT).fields().map("spec"))
                .isEqualTo(before.fields().map("spec"));
        assertThat(result)
                .isInstanceOfSatisfying(
                        ReconcileResult.Degraded.class,
                        failure -> assertThat(failure.otherwise()).containsInstanceOf(Progressing.class));
    }

    @Test
    void createsObjectsOfProviderOnceAndFollowsRollout() throws Exception {
        ReconcileResult first = reconcile();
        List<String> writes = scene.writes();
        rollOut(DEPLOYMENT);
        ReconcileResult second = reconcile();
        List<String> written = scene.writes();
        status.flush();

        assertThat(first).isEqualTo(new Progressing("Rolling out " + DEPLOYMENT));
        assertThat(writes)
                .doesNotHaveDuplicates()
                .contains("POST " + POLICY)
                .endsWith("POST " + DEPLOYMENT)
                .allMatch(write -> write.startsWith("POST "));
        assertThat(scene.server.stored(DEPLOYMENT).containers().get(0)).containsEntry("image", "registry/aws:1");
        assertThat(second).isEqualTo(ReconcileResult.converged());
        assertThat(written).isEmpty();
        assertThat(status.applied()).contains(DEPLOYMENT, POLICY);
    }

    @Test
    void recreatesDeletedObject() throws Exception {
        converge(DEPLOYMENT);
        scene.server.remove(POLICY);

        ReconcileResult result = reconcile();

        assertThat(result).isEqualTo(new Progressing("Applied " + POLICY));
        assertThat(scene.writes()).containsExactly("POST " + POLICY);
    }

    @Test
    void revertsDriftByOneWriteAndKeepsForeignLabels() throws Exception {
        converge(DEPLOYMENT);
        scene.server.edit(scene.server.stored(DEPLOYMENT), live -> {
            live.containers().get(0).put("image", "registry/other:1");
            live.fields().map("metadata", "labels").put("theirs", "l");
        });

        ReconcileResult result = reconcile();

        assertThat(result).isEqualTo(new Progressing("Rolling out " + DEPLOYMENT));
        assertThat(scene.writes()).containsExactly("PUT " + DEPLOYMENT);
        KubernetesObject live = scene.server.stored(DEPLOYMENT);
        assertThat(live.containers().get(0)).containsEntry("image", "registry/aws:1");
        assertThat(live.fields().map("metadata", "labels")).containsEntry("theirs", "l");
    }

    private void overrides(long generation, String spec) {
        scene.put("""
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster, uid: own, generation: %d}
                spec: %s
                """, generation, spec);
    }

    /** It comes from a backup, or from a cluster of another kind. */
    @Test
    void takesFinalizerOffOnOpenShiftAndGoesOnWhereItMayNot() throws Exception {
        scene.put("""
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata:
                  name: cluster
                  deletionTimestamp: '2029-12-31T00:00:00Z'
                  finalizers: [ccmoperator.io/cloud-controller-manager, example.com/other]
                spec: {logLevel: Trace}
                """);
        scene.server.beforeRequest(request -> {
            if (request.equals("PUT CloudControllerManager cluster")) {
                throw new ApiException(403, "not this one", null);
            }
        });
        reconcile();
        rollOut(DEPLOYMENT);

        ReconcileResult refused = reconcile();
        scene.server.beforeRequest(request -> {});
        ReconcileResult result = reconcile();

        assertThat(refused).isEqualTo(ReconcileResult.converged().with(List.of(InputFinding.passing("not this one"))));
        assertThat(result).isEqualTo(ReconcileResult.converged());
        assertThat(scene.server
                        .stored(ClusterObjects.CLOUD_CONTROLLER_MANAGER)
                        .fields()
                        .list("metadata", "finalizers"))
                .isEqualTo(List.of("example.com/other"));
        assertThat(scene.server.stored(DEPLOYMENT).containers().get(0).get("args"))
                .as("of an object that is being deleted")
                .asString()
                .doesNotContain("--v=6");
    }

    @Test
    void keepsAllOverridesWhileOneIsRefusedAndNamesIt() throws Exception {
        overrides(1, "{logLevel: Trace}");
        converge(DEPLOYMENT);
        overrides(2, "{logLevel: Debug, controllerManager: {args: [{name: cloud-config, value: /other}]}}");
        String cause = "CloudControllerManager cluster: spec.controllerManager.args[cloud-config]:"
                + " the operator sets this flag; remove it; until then the programs keep all settings that they had";

        ReconcileResult result = reconcile();

        assertThat(result).isEqualTo(refused(cause, ReconcileResult.converged()));
        assertThat(scene.writes()).isEmpty();
        assertThat(scene.server.stored(DEPLOYMENT).containers().get(0).get("args"))
                .asString()
                .contains("--v=6")
                .doesNotContain("/other");
        status.report(Controller.CLOUD_CONTROLLER_MANAGER, result);
        status.flush();
        KubernetesObject written = scene.server.stored(ClusterObjects.CLOUD_CONTROLLER_MANAGER);
        assertThat(written.fields().map("status"))
                .containsEntry("observedGeneration", 2L)
                .containsEntry("provider", "aws")
                .containsEntry("version", "4.20.0");
        assertThat(written.fields().maps("status", "conditions"))
                .extracting(condition -> condition.get("type") + "=" + condition.get("status"))
                .contains("Available=True", "Progressing=False", "Degraded=True", "Upgradeable=False");
        scene.server.takeRequests();
        assertThat(status.flush()).isFalse();
        assertThat(scene.server.takeRequests()).isEmpty();
    }

    private static ReconcileResult refused(String cause, ReconcileResult otherwise) {
        return new ReconcileResult.Degraded(
                cause,
                ReconcileResult.Kind.TERMINAL,
                FailureReason.INVALID_CONFIGURATION,
                false,
                Optional.of(otherwise));
    }

    /** The object of another process, which has seen nothing of what was valid before. */
    private void restart() {
        controller = controller(scene, Distribution.OPENSHIFT);
    }

    private static final String MISSING = "env: [{name: A, valueFrom: {secretKeyRef: {name: keys, key: id}}}]";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        args: [{name: concurrent-service-syncs, value: '7'}]  | args: [{name: concurrent-service-syncs, value: '7'}, {name: leader-elect, value: 'false'}]
        args: [{name: concurrent-service-syncs, value: '7'}]  | args: [{name: concurrent-service-syncs, value: '7'}, {name: leader_elect, value: 'false'}]
        args: [{name: profiling, value: 'false'}]             | args: [{name: profiling, value: 'true'}]
        env: [{name: A, value: a}]             | env: [{name: A, valueFrom: {secretKeyRef: {name: keys, key: id}}}]
        env: [{name: A, value: a}]             | env: [{name: A, value: a}, {name: BASH_ENV, value: a}]
        env: [{name: A, value: a}]             | env: [{name: A, value: a}, {name: CLOUD_CONFIG, value: a}]
        """)
    void comesToTheSameStateAfterRestartWithRefusedFields(String valid, String edited) throws Exception {
        overrides(1, "{controllerManager: {" + valid + "}}");
        converge(DEPLOYMENT);
        KubernetesObject running = scene.server.stored(DEPLOYMENT);
        overrides(2, "{controllerManager: {" + edited + "}}");

        ReconcileResult before = reconcile();
        restart();
        ReconcileResult after = reconcile();

        assertThat(before)
                .isInstanceOfSatisfying(
                        ReconcileResult.Degraded.class,
                        failure -> assertThat(failure.otherwise()).contains(ReconcileResult.converged()));
        assertThat(after).isEqualTo(before);
        assertThat(scene.writes()).isEmpty();
        assertThat(scene.server.stored(DEPLOYMENT)).isEqualTo(running);
    }

    @Test
    void takesOverClusterWhoseObjectIsInvalidAndRollsOutItsRelease() throws Exception {
        overrides(1, "{controllerManager: {args: [{name: concurrent-service-syncs, value: '7'}]}}");
        converge(DEPLOYMENT);
        overrides(
                2,
                "{controllerManager: {args: [{name: concurrent-service-syncs, value: '7'}, {name: cloud-config, value: /other}]}}");
        images = new ImageReferences(Map.of("cloudControllerManagerAWS", "registry/aws:2"));
        scene.server.remove(POLICY);
        restart();

        reconcile();

        assertThat(scene.writes()).containsExactly("POST " + POLICY, "PUT " + DEPLOYMENT);
        assertThat(scene.server.stored(DEPLOYMENT).containers().get(0))
                .containsEntry("image", "registry/aws:2")
                .extractingByKey("args")
                .asString()
                .contains("--concurrent-service-syncs=7")
                .doesNotContain("/other");
        scene.server.remove(DEPLOYMENT);
        restart();

        reconcile();

        assertThat(scene.writes()).containsExactly("POST " + DEPLOYMENT);
    }

    private void secret(String key) {
        scene.put(
                "{apiVersion: v1, kind: Secret, metadata: {name: keys, namespace: %s}, data: {%s: eA==}}",
                MANAGED, key);
    }

    @Test
    void leavesOutVariableWithoutItsSecretAndSetsItWhenThatIsThere() throws Exception {
        overrides(1, "{controllerManager: {" + MISSING + "}}");

        ReconcileResult without = reconcile();
        secret("other");
        ReconcileResult withoutKey = reconcile();
        Object env = scene.server.stored(DEPLOYMENT).containers().get(0).get("env");
        secret("id");
        ReconcileResult with = reconcile();

        String field = "CloudControllerManager cluster: spec.controllerManager.env[A].valueFrom.secretKeyRef: Secret "
                + MANAGED + "/keys ";
        Progressing rolling = new Progressing("Rolling out " + DEPLOYMENT);
        assertThat(without).isEqualTo(refused(field + "does not exist; create it, or set optional: true", rolling));
        assertThat(withoutKey).isEqualTo(refused(field + "has no key 'id'; add it, or set optional: true", rolling));
        assertThat(env).asString().doesNotContain("keys");
        assertThat(with).isEqualTo(rolling);
        assertThat(scene.writes()).contains("POST " + DEPLOYMENT).endsWith("PUT " + DEPLOYMENT);
    }

    @Test
    void replacesNoPodsWhenSecretOfVariableDisappears() throws Exception {
        secret("id");
        overrides(1, "{controllerManager: {" + MISSING + "}}");
        converge(DEPLOYMENT);
        KubernetesObject running = scene.server.stored(DEPLOYMENT);
        scene.server.remove(managed(ResourceKind.SECRET, "keys"));

        ReconcileResult result = reconcile();
        restart();

        assertThat(reconcile()).isEqualTo(result);
        assertThat(result).isInstanceOf(ReconcileResult.Degraded.class);
        assertThat(scene.server.stored(DEPLOYMENT)).isEqualTo(running);
    }

    @Test
    void warnsOfFlagThatProgramIsNotKnownToHave() throws Exception {
        overrides(1, "{controllerManager: {args: [{name: a-flag-of-tomorrow, value: '7'}]}}");
        reconcile();
        rollOut(DEPLOYMENT);

        ReconcileResult result = reconcile();

        assertThat(result)
                .isInstanceOfSatisfying(
                        Converged.class,
                        converged -> assertThat(converged.warnings())
                                .singleElement()
                                .asString()
                                .startsWith("CloudControllerManager cluster:"
                                        + " spec.controllerManager.args[a-flag-of-tomorrow]: "));
        assertThat(scene.server.stored(DEPLOYMENT).containers().get(0).get("args"))
                .asString()
                .contains("--a-flag-of-tomorrow=7");
    }

    /** Clusters of one name in a cloud, and so also those without one, delete each other's load balancers. */
    @Test
    void keepsNameOfClusterThatInfrastructureLacksAndWaitsWhereNoneWasKnown() throws Exception {
        String missing = "Infrastructure cluster has no status.infrastructureName, which provider gcp requires";
        platform("{type: GCP}");
        converge(GCP_DEPLOYMENT);
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: Infrastructure
                metadata: {name: cluster}
                status: {controlPlaneTopology: HighlyAvailable, platformStatus: {type: GCP}}
                """);
        scene.server.remove(GCP_DEPLOYMENT);

        ReconcileResult known = reconcile();
        String args = YamlWriter.write(scene.server.stored(GCP_DEPLOYMENT).tree());
        scene.server.remove(GCP_DEPLOYMENT);
        scene.server.remove(managed(ResourceKind.POD_DISRUPTION_BUDGET, "gcp-cloud-controller-manager"));
        controller = controller(scene, Distribution.OPENSHIFT);
        ReconcileResult unknown = reconcile();

        assertThat(args).contains("value: sample-1");
        assertThat(scene.server.live(GCP_DEPLOYMENT)).isEmpty();
        assertThat(scene.server.live(managed(ResourceKind.POD_DISRUPTION_BUDGET, "gcp-cloud-controller-manager")))
                .isPresent();
        assertThat(List.of(known, unknown))
                .allSatisfy(result -> assertThat(result)
                        .isInstanceOfSatisfying(ReconcileResult.Degraded.class, failure -> {
                            assertThat(failure.cause()).contains(missing);
                            assertThat(failure.kind()).isEqualTo(ReconcileResult.Kind.TERMINAL);
                        }));
    }

    @Test
    void logsRefusalOnceWhileItSaysNothingNew() throws Exception {
        refuse("POST " + DEPLOYMENT, "not this one");
        try (LogLines log = LogLines.of(ApplyRecorder.class)) {
            reconcile();
            reconcile();

            assertThat(log.warnings()).hasSize(1);
        }
    }

    @Test
    void prunesObjectsOfPreviousPlatformExceptForeignOnes() throws Exception {
        converge(DEPLOYMENT);
        scene.server.edit(
                scene.server.stored(POLICY),
                live -> live.fields().map("metadata", "labels").remove("app.kubernetes.io/managed-by"));
        platform("{type: GCP}");

        converge(GCP_DEPLOYMENT);
        status.flush();

        assertThat(scene.server.live(DEPLOYMENT)).isEmpty();
        assertThat(scene.server.live(POLICY)).isPresent();
        assertThat(status.applied()).contains(GCP_DEPLOYMENT).doesNotContain(DEPLOYMENT, POLICY);
    }

    @Test
    void prunesAllObjectsWhenPlatformHasNoProviderAnyMore() throws Exception {
        converge(DEPLOYMENT);
        platform("{type: Moon}");

        ReconcileResult result = reconcile();

        assertThat(result).isInstanceOf(Converged.class);
        assertThat(scene.writes()).startsWith("DELETE " + DEPLOYMENT).allMatch(write -> write.startsWith("DELETE "));
        assertThat(scene.server.live(POLICY)).isEmpty();
    }

    @Test
    void watchesNoKindOfOpenShiftOnKubernetes() throws Exception {
        ControllerScene kubernetes = new ControllerScene();

        reconcile();
        controller(kubernetes, Distribution.KUBERNETES).reconcile();

        assertThat(scene.watches.watched()).contains(ClusterObjects.CLUSTER_VERSION);
        assertThat(kubernetes.watches.watched()).containsExactly(ClusterObjects.CLOUD_CONTROLLER_MANAGER);
    }

    @Test
    void knowsAllObjectsBeforeItLeads() throws Exception {
        controller.prepare();

        assertThat(scene.watches.watched()).contains(DEPLOYMENT, configMap(MANAGED, "cloud-conf"));
        assertThat(scene.writes()).isEmpty();
    }

    @Test
    void saysInStatusOfDescribingObjectThatNothingIsKnownYetWhileObjectCannotBeRead() throws Exception {
        ClusterOperatorStatusWriter own = new ClusterOperatorStatusWriter(
                scene.server,
                scene.watches,
                ClusterOperatorStatus.of(
                        VERSION, Distribution.KUBERNETES, Set.of(MANAGED), EnumSet.allOf(Controller.class)),
                () -> true,
                scene.clock);
        own.report(Controller.CLOUD_CONFIG, ReconcileResult.converged());
        own.report(Controller.TRUSTED_CA, ReconcileResult.converged());
        CcmPlan.Inputs inputs = new CcmPlan.Inputs(
                ControllerScene.settings(Distribution.KUBERNETES), () -> images, Optional.of(TlsSettings.UNSET));
        describe("{provider: aws, name: a}");
        scene.watches.keepUnknown(DEPLOYMENT);

        ReconcileResult result = new CcmReconciler(scene.cluster, own, inputs, () -> {}).reconcile();
        own.report(Controller.CLOUD_CONTROLLER_MANAGER, result);
        own.flush();

        assertThat(result)
                .isInstanceOfSatisfying(
                        ReconcileResult.Degraded.class,
                        failure -> assertThat(failure.cause()).isEqualTo(DEPLOYMENT + " cannot be read"));
        assertThat(scene.server
                        .stored(ClusterObjects.CLOUD_CONTROLLER_MANAGER)
                        .fields()
                        .map("status"))
                .doesNotContainKey("observedGeneration");
        assertThatCondition(scene.server.stored(ClusterObjects.CLOUD_CONTROLLER_MANAGER), ConditionType.READY)
                .hasReason("Pending");
    }

    @ParameterizedTest
    @EnumSource(Distribution.class)
    void writesNothingWhileUnmanagedAndCorrectsAfterwards(Distribution distribution) throws Exception {
        controller = controller(scene, distribution);
        manage(distribution, "Managed");
        converge(DEPLOYMENT);
        manage(distribution, "Unmanaged");
        scene.server.remove(DEPLOYMENT);
        scene.writes();

        ReconcileResult unmanaged = reconcile();
        controller = controller(scene, distribution);
        ReconcileResult afterRestart = reconcile();

        assertThat(unmanaged).isEqualTo(new ReconcileResult.Unmanaged()).isEqualTo(afterRestart);
        assertThat(scene.writes()).isEmpty();
        manage(distribution, "Managed");
        reconcile();
        assertThat(scene.writes()).contains("POST " + DEPLOYMENT);
    }

    private void manage(Distribution distribution, String state) {
        scene.put(
                """
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster, uid: own, generation: 1%s}
                spec: {managementState: %s%s}
                """,
                distribution == Distribution.OPENSHIFT ? "" : ", finalizers: [ccmoperator.io/cloud-controller-manager]",
                state,
                distribution == Distribution.OPENSHIFT ? "" : ", cluster: {provider: aws, name: a}");
    }

    private void describe(String cluster) {
        describe("own", cluster);
    }

    private void describe(String uid, String cluster) {
        scene.put("""
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster, uid: %s, generation: 1, finalizers: [ccmoperator.io/cloud-controller-manager]}
                spec: {cluster: %s}
                """, uid, cluster);
    }

    /** Deleted and created faster than it is looked at. */
    @Test
    void takesNothingOfProviderOfObjectThatWasReplaced() throws Exception {
        controller = controller(scene, Distribution.KUBERNETES);
        describe("{provider: aws, name: a}");
        converge(DEPLOYMENT);
        scene.server.remove(DEPLOYMENT);
        scene.writes();
        describe("another", "{provider: digitalocaen, name: a}");

        ReconcileResult result = reconcile();

        assertThat(result)
                .isInstanceOfSatisfying(
                        ReconcileResult.Degraded.class,
                        failure -> assertThat(failure.unavailable()).isTrue());
        assertThat(scene.writes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {provider: digitalocaen, name: a} | CloudControllerManager cluster: spec.cluster.provider: digitalocaen is no provider that this operator has; they are alibaba, aws, azure, azurestack, digitalocean, exoscale, gcp, hetzner, ibm, kubevirt, linode, nutanix, openstack, oracle, outscale, powervs, proxmox, scaleway, stackit, vsphere, vultr
            {name: a} | CloudControllerManager cluster: spec.cluster.provider is missing; set it to the name of the provider of the cluster's cloud, such as aws
            """)
    void goesOnWithFormerProviderWhenDescribedOneIsUnknown(String described, String cause) throws Exception {
        controller = controller(scene, Distribution.KUBERNETES);
        describe("{provider: aws, name: a}");
        converge(DEPLOYMENT);
        describe(described);
        scene.server.remove(DEPLOYMENT);

        ReconcileResult result = reconcile();

        assertThat(result).isInstanceOfSatisfying(ReconcileResult.Degraded.class, failure -> {
            assertThat(failure.cause()).isEqualTo(cause);
            assertThat(failure.kind()).isEqualTo(ReconcileResult.Kind.TERMINAL);
            assertThat(failure.unavailable()).isFalse();
        });
        assertThat(scene.writes()).containsExactly("POST " + DEPLOYMENT);
        assertThat(scene.takeEvents()).contains("ProviderUnknown x1 cluster: " + cause);
    }

    /** Who makes the namespace again has no roles in it. */
    @Test
    void saysHowRolesComeBackThatWentWithNamespace() throws Exception {
        controller = controller(scene, Distribution.KUBERNETES);
        describe("{provider: aws, name: a}");
        refuse(
                "POST " + DEPLOYMENT,
                "deployments.apps is forbidden: User \"u\" cannot create resource \"deployments\" in API group \"apps\""
                        + " in the namespace \"" + MANAGED + "\"");

        assertThat(reconcile())
                .isInstanceOfSatisfying(
                        ReconcileResult.Degraded.class,
                        failure -> assertThat(failure.cause())
                                .endsWith(
                                        "; if namespace " + MANAGED
                                                + " was deleted, the roles of the release went with it:"
                                                + " run helm upgrade, which makes both, and create the Secrets of the cloud again"));
    }

    /** Such as in a namespace where the release has no roles any more. */
    @Test
    void keepsOnRecordWhatItMayNotDelete() throws Exception {
        converge(DEPLOYMENT);
        refuse("DELETE " + DEPLOYMENT, "not this one");
        platform("{type: GCP}");
        reconcile();
        rollOut(GCP_DEPLOYMENT);

        assertThat(reconcile())
                .isInstanceOfSatisfying(
                        ReconcileResult.Degraded.class,
                        failure -> assertThat(failure.cause())
                                .contains(
                                        "grant the permissions to get and to delete what may be left: " + DEPLOYMENT));
        status.flush();
        assertThat(status.applied()).contains(DEPLOYMENT, GCP_DEPLOYMENT);
    }

    private void refuse(String refused, String message) {
        scene.server.beforeRequest(request -> {
            if (request.equals(refused)) {
                throw new ApiException(403, message, null);
            }
        });
    }

    @Test
    void isUnavailableWhereProviderWasNeverKnown() throws Exception {
        controller = controller(scene, Distribution.KUBERNETES);
        describe("{name: a}");

        ReconcileResult result = reconcile();

        assertThat(scene.writes()).isEmpty();
        status.report(Controller.CLOUD_CONTROLLER_MANAGER, result);
        assertThat(status.condition(ConditionType.AVAILABLE).orElseThrow())
                .matches(Condition::isFalse)
                .extracting(Condition::reason)
                .isEqualTo("CloudControllerManagerUnavailable");
    }

    @ParameterizedTest
    @CsvSource({"403, LASTING", "422, LASTING", "500, TRANSIENT", "0, TRANSIENT"})
    void isUnavailableWhenDeletedDeploymentCannotBeCreatedAgain(int code, ReconcileResult.Kind kind) throws Exception {
        converge(DEPLOYMENT);
        status.report(Controller.CLOUD_CONTROLLER_MANAGER, ReconcileResult.converged());
        scene.server.remove(DEPLOYMENT);
        scene.server.beforeRequest(request -> {
            if (request.equals("POST " + DEPLOYMENT)) {
                throw new ApiException(code, "not this one", null);
            }
        });

        ReconcileResult result = reconcile();
        status.report(Controller.CLOUD_CONTROLLER_MANAGER, result);

        boolean isRefused = kind == ReconcileResult.Kind.LASTING;
        assertThat(result)
                .isEqualTo(new ReconcileResult.Degraded(
                        "not this one",
                        kind,
                        isRefused ? FailureReason.FORBIDDEN : FailureReason.SYNCING_FAILED,
                        true,
                        Optional.empty()));
        assertThat(status.condition(ConditionType.AVAILABLE).orElseThrow().isFalse())
                .isEqualTo(isRefused);
        assertThat(status.condition(ConditionType.DEGRADED).orElseThrow().isTrue())
                .isEqualTo(isRefused);
    }

    @Test
    void staysUnavailableUntilDeploymentIsRolledOutAgain() throws Exception {
        converge(DEPLOYMENT);
        status.report(Controller.CLOUD_CONTROLLER_MANAGER, ReconcileResult.converged());
        scene.server.remove(DEPLOYMENT);
        List<Integer> codes = new ArrayList<>(List.of(403, 500, 403));
        scene.server.beforeRequest(request -> {
            if (request.equals("POST " + DEPLOYMENT) && !codes.isEmpty()) {
                throw new ApiException(codes.remove(0), "not this one", null);
            }
        });

        for (int i = 0; i < 4; i++) {
            status.report(Controller.CLOUD_CONTROLLER_MANAGER, reconcile());
            assertThat(status.condition(ConditionType.AVAILABLE).orElseThrow().isFalse())
                    .isTrue();
        }
        rollOut(DEPLOYMENT);
        status.report(Controller.CLOUD_CONTROLLER_MANAGER, reconcile());
        assertThat(status.condition(ConditionType.AVAILABLE).orElseThrow().isTrue())
                .isTrue();
    }

    @Test
    void isNotUnavailableForRefusalOfFirstCreation() throws Exception {
        scene.server.beforeRequest(request -> {
            if (request.equals("POST " + DEPLOYMENT)) {
                throw new ApiException(403, "not yet", null);
            }
        });

        ReconcileResult result = reconcile();
        status.report(Controller.CLOUD_CONTROLLER_MANAGER, result);

        assertThat(result)
                .isEqualTo(new ReconcileResult.Degraded(
                        "not yet", ReconcileResult.Kind.TRANSIENT, FailureReason.FORBIDDEN, true, Optional.empty()));
        assertThat(status.condition(ConditionType.AVAILABLE)).isEmpty();
    }

    @Test
    void restoresDeletedDeploymentWhileConfigurationIsRefused() throws Exception {
        converge(DEPLOYMENT);
        status.report(Controller.CLOUD_CONTROLLER_MANAGER, ReconcileResult.converged());
        scene.server.remove(DEPLOYMENT);
        status.report(Controller.CLOUD_CONFIG, ReconcileResult.terminalFailure("invalid cloud.conf"));

        status.report(Controller.CLOUD_CONTROLLER_MANAGER, reconcile());

        assertThat(scene.writes()).contains("POST " + DEPLOYMENT);
        assertThat(status.condition(ConditionType.AVAILABLE).orElseThrow()).matches(Condition::isTrue);
        assertThat(status.condition(ConditionType.DEGRADED).orElseThrow())
                .matches(Condition::isTrue)
                .extracting(Condition::message)
                .asString()
                .endsWith(" because invalid cloud.conf");
    }

    @Test
    void keepsStatusAndAppliesOthersWhenOneObjectIsRejected() throws Exception {
        converge(DEPLOYMENT);
        status.report(Controller.CLOUD_CONTROLLER_MANAGER, ReconcileResult.converged());
        status.flush();
        Map<String, Object> before =
                scene.server.stored(ClusterOperatorStatusWriter.KEY).fields().map("status");
        scene.server.remove(DEPLOYMENT);
        scene.server.remove(POLICY);
        scene.writes();
        scene.server.beforeRequest(request -> {
            if (request.equals("POST " + POLICY)) {
                throw new ApiException(403, "not this one", null);
            }
        });

        ReconcileResult result = reconcile();
        status.report(Controller.CLOUD_CONTROLLER_MANAGER, result);
        status.flush();

        assertThat(result)
                .isEqualTo(new ReconcileResult.Degraded(
                        "not this one", ReconcileResult.Kind.TRANSIENT, FailureReason.FORBIDDEN));
        assertThat(scene.writes()).contains("POST " + DEPLOYMENT).noneMatch(write -> write.startsWith("PATCH"));
        assertThat(scene.server.stored(ClusterOperatorStatusWriter.KEY).fields().map("status"))
                .isEqualTo(before);
        assertThat(scene.takeEvents()).anyMatch(event -> event.startsWith("ResourceCreateFailed x1 " + POLICY.name()));
    }
}
