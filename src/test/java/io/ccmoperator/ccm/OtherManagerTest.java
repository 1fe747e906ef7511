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
import io.ccmoperator.client.ApiException;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which other cloud controller managers are seen, and what the controller says of them. */
class OtherManagerTest {
    private static final ObjectKey DEPLOYMENT =
            new ObjectKey(ResourceKind.DEPLOYMENT, MANAGED, "aws-cloud-controller-manager");
    private static final ObjectKey THEIRS =
            new ObjectKey(ResourceKind.DAEMON_SET, "kube-system", "aws-cloud-controller-manager");
    private static final ObjectKey LEASE = new ObjectKey(ResourceKind.LEASE, "kube-system", "cloud-controller-manager");
    private static final String WARNING =
            "another cloud controller manager runs: DaemonSet kube-system/aws-cloud-controller-manager;"
                    + " both initialize nodes and change load balancers: keep one of them";

    private static final Duration RESYNC = Duration.ofMinutes(10);

    private final ControllerScene scene = new ControllerScene();
    private final SteppedClock clock = new SteppedClock();
    private SourceProviders providers;

    @BeforeEach
    void open() {
        providers = SourceProviders.open();
    }

    @AfterEach
    void close() {
        providers.close();
    }

    private List<String> running(String provider) {
        return OtherManager.running(provider, MANAGED, scene.server::live, clock.instant()).stream()
                .map(other -> other.key() + " "
                        + (other.members().containsKey("desired")
                                ? other.members().get("available") + "/"
                                        + other.members().get("desired") + " available"
                                : other.members().get("state")))
                .toList();
    }

    private void workload(ObjectKey key, String more) {
        scene.put(
                "{apiVersion: apps/v1, kind: %s, metadata: {namespace: %s, name: %s}, %s}",
                key.kind().kind(), key.namespace(), key.name(), more);
    }

    private void lease(String name, String holder, String renewed) {
        scene.put("""
                apiVersion: coordination.k8s.io/v1
                kind: Lease
                metadata: {namespace: kube-system, name: %s}
                spec: {holderIdentity: '%s', renewTime: '%s', leaseDurationSeconds: 15}
                """, name, holder, renewed);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DaemonSet  | status: {observedGeneration: 1, desiredNumberScheduled: 3, numberAvailable: 2} | 2/3 available
            DaemonSet  | spec: {}                                                                       | 0/0 available
            DaemonSet  | status: {observedGeneration: 1, desiredNumberScheduled: 0}                     |
            Deployment | spec: {}                                                                       | 0/1 available
            Deployment | spec: {replicas: 2}, status: {availableReplicas: 2}                            | 2/2 available
            Deployment | spec: {replicas: 0}                                                            |
            """)
    void seesWorkloadsThatHavePods(String kind, String more, String state) {
        ResourceKind of = kind.equals("DaemonSet") ? ResourceKind.DAEMON_SET : ResourceKind.DEPLOYMENT;
        ObjectKey key = new ObjectKey(of, "kube-system", "cloud-controller-manager");

        workload(key, more);

        assertThat(running("aws")).isEqualTo(state == null ? List.of() : List.of(key + " " + state));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            node-1_c0ffee         | 2026-03-01T11:59:59.000000Z | held by node-1
            a_b_c0ffee            | 2026-03-01T11:58:46.000000Z | held by a_b
            alone                 | 2026-03-01T12:00:30.000000Z | held by alone
            node-1_c0ffee         | 2026-03-01T11:58:45.000000Z |
            ''                    | 2026-03-01T11:59:59.000000Z |
            """)
    void seesLeasesThatHaveNotExpiredForAMinute(String holder, String renewed, String state) {
        lease("cloud-controller-manager", holder, renewed);

        assertThat(running("aws")).isEqualTo(state == null ? List.of() : List.of(LEASE + " " + state));
    }

    @Test
    void seesNoneWithoutTimeOfRenewal() {
        scene.put("{apiVersion: coordination.k8s.io/v1, kind: Lease,"
                + " metadata: {namespace: kube-system, name: cloud-controller-manager}}");

        assertThat(running("aws")).isEmpty();
    }

    @Test
    void seesThoseOfProviderAndOfDistributionsAlone() {
        workload(THEIRS, "spec: {}");
        lease("k3s-cloud-controller-manager", "server-1_c0ffee", "2026-03-01T11:59:59.000000Z");

        assertThat(running("aws"))
                .containsExactly(
                        "Lease kube-system/k3s-cloud-controller-manager held by server-1", THEIRS + " 0/0 available");
        assertThat(running("gcp")).containsExactly("Lease kube-system/k3s-cloud-controller-manager held by server-1");
        assertThat(OtherManager.running("aws", "kube-system", scene.server::live, clock.instant()))
                .isEmpty();
    }

    @Test
    void namesRemedyOfDistribution() {
        lease("rke2-cloud-controller-manager", "server-1_c0ffee", "2026-03-01T11:59:59.000000Z");

        assertThat(OtherManager.warning(OtherManager.running("aws", MANAGED, scene.server::live, clock.instant())))
                .contains(
                        "another cloud controller manager runs: Lease kube-system/rke2-cloud-controller-manager is held"
                                + " by server-1; both initialize nodes and change load balancers: keep one of them, start the"
                                + " servers of RKE2 with --disable-cloud-controller");
    }

    @Test
    void knowsEachObjectOnce() {
        assertThat(OtherManager.known())
                .doesNotHaveDuplicates()
                .contains(LEASE, THEIRS)
                .allSatisfy(key -> assertThat(key.namespace()).isEqualTo("kube-system"));
    }

    private CcmReconciler controller(Distribution distribution) {
        ClusterOperatorStatusWriter status = new ClusterOperatorStatusWriter(
                scene.server,
                scene.watches,
                ClusterOperatorStatus.of(
                        ReleaseVersion.of("4.20.0"), distribution, Set.of(MANAGED), EnumSet.allOf(Controller.class)),
                () -> true,
                clock);
        status.report(Controller.CLOUD_CONFIG, ReconcileResult.converged());
        status.report(Controller.TRUSTED_CA, ReconcileResult.converged());
        return new CcmReconciler(
                scene.access(clock),
                status,
                new CcmPlan.Inputs(
                        ControllerScene.settings(distribution),
                        () -> new ImageReferences(Map.of("cloudControllerManagerAWS", "registry/aws:1")),
                        Optional.of(TlsSettings.UNSET)),
                () -> {});
    }

    private CcmReconciler converged() throws InterruptedException {
        scene.put("""
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster, uid: own, generation: 1, finalizers: [ccmoperator.io/cloud-controller-manager]}
                spec: {cluster: {provider: aws, name: a}}
                """);
        scene.put(configMap(MANAGED, "cloud-conf"), "{data: {cloud.conf: a}}");
        scene.put(configMap(MANAGED, "ccm-trusted-ca"), "{data: {ca-bundle.crt: pem}}");
        CcmReconciler controller = controller(Distribution.KUBERNETES);
        controller.reconcile();
        KubernetesObject live = scene.server.stored(DEPLOYMENT);
        scene.server.edit(
                live,
                object -> object.tree()
                        .put("status", YamlText.tree("""
                {observedGeneration: %s, replicas: 2, updatedReplicas: 2, availableReplicas: 2,
                 conditions: [{type: Progressing, status: 'True', reason: NewReplicaSetAvailable}]}
                """.formatted(live.fields().at("metadata", "generation")))));
        assertThat(controller.reconcile()).isEqualTo(ReconcileResult.converged());
        return controller;
    }

    @Test
    void warnsWhileAnotherRuns() throws Exception {
        CcmReconciler controller = converged();
        scene.writes();

        workload(THEIRS, "spec: {}");
        assertThat(controller.reconcile()).isEqualTo(ReconcileResult.converged());
        clock.advance(RESYNC);
        assertThat(controller.reconcile()).isEqualTo(new ReconcileResult.Converged(List.of(WARNING)));
        assertThat(controller.reconcile()).isEqualTo(new ReconcileResult.Converged(List.of(WARNING)));
        scene.server.remove(THEIRS);
        clock.advance(Duration.ofSeconds(31));
        assertThat(controller.reconcile()).isEqualTo(ReconcileResult.converged());

        assertThat(scene.writes()).isEmpty();
        assertThat(scene.watches.watched()).doesNotContainAnyElementsOf(OtherManager.known());
        assertThat(scene.takeEvents()).contains("OtherCloudControllerManagerRuns x1 cluster: " + WARNING);
    }

    @Test
    void keepsLastAnswerWhileServerRefuses() throws Exception {
        CcmReconciler controller = converged();
        workload(THEIRS, "spec: {}");
        clock.advance(RESYNC);
        controller.reconcile();
        scene.server.beforeRequest(request -> {
            if (request.startsWith("GET DaemonSet kube-system/")) {
                throw new ApiException(403, "daemonsets are forbidden", null);
            }
        });

        clock.advance(RESYNC);

        assertThat(controller.reconcile()).isEqualTo(new ReconcileResult.Converged(List.of(WARNING)));
    }

    @Test
    void looksForNoneOnOpenShift() throws Exception {
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: Infrastructure
                metadata: {name: cluster}
                status: {infrastructureName: sample-1, platformStatus: {type: AWS}}
                """);

        controller(Distribution.OPENSHIFT).reconcile();

        assertThat(scene.server.takeRequests()).noneMatch(request -> request.contains(" kube-system/"));
    }
}
