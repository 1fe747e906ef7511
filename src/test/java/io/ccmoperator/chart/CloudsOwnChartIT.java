// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.chart.Chart.NAMESPACE;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.AVAILABLE;
import static io.ccmoperator.status.ConditionType.DEGRADED;
import static io.ccmoperator.status.ConditionType.PROGRESSING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.ControllerManager;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.chart.ManagersAtWork.Initialization;
import io.ccmoperator.kubelet.Kubelet;
import io.ccmoperator.kubelet.Program;
import io.ccmoperator.operator.OperatorUnderTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * From the chart of a cloud to this one, step by step as the guide has it, under the controllers of Kubernetes: what Helm accepts beside the
 * other release, who initializes nodes and leads, and that neither release has left what would be in the way of the other.
 */
@RequiresApiServer
@Tag("packaged")
class CloudsOwnChartIT extends ReleaseScene {
    private static final String THEIRS = "kube-system";
    private static final String OURS = "cloud-controller-manager";

    /** Twenty seconds of a node are one; the controllers of Kubernetes have the time of the clock. */
    private static final int SPEED = 20;

    private static final Duration ROLLOUT = Duration.ofMinutes(4);

    private static final KubernetesObject LEASE =
            manifest("{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {namespace: %s, name: %s}}"
                    .formatted(OURS, "cloud-controller-manager"));

    /** A cloud, with values for the same cluster. */
    enum Cloud {
        AWS("{ccm: {cluster: {provider: aws, name: sample-1}}}", "cloud-controller-manager-credentials"),
        AZURE(
                "{ccm: {cluster: {provider: azure, name: sample-1, azure: {cloudName: AzurePublicCloud}}},"
                        + " cloudConfig: '{\"cloud\": \"AzurePublicCloud\", \"resourceGroup\": \"rg\"}'}",
                "azure-cloud-credentials"),
        OPENSTACK(
                "{ccm: {cluster: {provider: openstack, name: sample-1}}, cloudConfig: '[LoadBalancer]'}",
                "openstack-cloud-credentials"),
        VSPHERE(
                "{ccm: {cluster: {provider: vsphere, name: sample-1, vsphere: {vcenters: [{server: vc, datacenters: [dc]}]}}},"
                        + " cloudConfig: 'labels: {region: k8s-region, zone: k8s-zone}'}",
                "vsphere-cloud-credentials");

        private final String values;
        private final String secret;

        Cloud(String values, String secret) {
            this.values = values;
            this.secret = secret;
        }

        /** What its chart makes, as Helm does it. */
        List<KubernetesObject> release() {
            String file = "/chart/clouds/" + name().toLowerCase(Locale.ROOT) + ".yaml";
            try (var text = CloudsOwnChartIT.class.getResourceAsStream(file)) {
                List<KubernetesObject> objects = Chart.objects(new String(text.readAllBytes(), StandardCharsets.UTF_8));
                objects.forEach(object -> {
                    Map<String, Object> metadata = object.fields().map("metadata");
                    metadata.put(
                            "annotations",
                            Map.of("meta.helm.sh/release-name", "theirs", "meta.helm.sh/release-namespace", THEIRS));
                });
                return objects;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private ControllerManager controllers;
    private Kubelet kubeletOfTheirs;
    private Kubelet kubeletOfOurs;
    private ManagersAtWork managers;

    @BeforeEach
    void startControllers() {
        controllers = ControllerManager.start(server, data);
        kubeletOfTheirs =
                Kubelet.start(server.admin(), THEIRS, SPEED, Program.WORKS).withoutElection();
        kubeletOfOurs =
                Kubelet.start(server.admin(), OURS, SPEED, Program.WORKS).withoutElection();
        managers = new ManagersAtWork(server.admin());
    }

    @AfterEach
    void stopControllers() {
        for (AutoCloseable started : List.of(managers, kubeletOfOurs, kubeletOfTheirs, controllers)) {
            close(started);
        }
    }

    private static void close(AutoCloseable started) {
        try {
            started.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AWS", "AZURE"})
    void takesOverFromChartOfCloud(Cloud cloud) throws IOException {
        takeOver(cloud);
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENSTACK", "VSPHERE"})
    @Tag("long")
    void takesOverFromChartOfEveryCloud(Cloud cloud) throws IOException {
        takeOver(cloud);
    }

    private void takeOver(Cloud cloud) throws IOException {
        List<KubernetesObject> theirs = cloud.release();
        theirs.forEach(object -> accepted(server.admin().create(object)));
        join("before");
        awaitInitialized("before", THEIRS, () -> "");

        // Helm accepts it beside the other one: no object has a name of both. Nothing of the cloud controller manager
        // is written yet.
        String unmanaged = cloud.values.replace("{ccm: {", "{ccm: {managementState: Unmanaged, ");
        assertThat(install(NAMESPACE, unmanaged).getStatus()).isEqualTo("deployed");
        accepted(server.admin()
                .create(manifest(
                        "{apiVersion: v1, kind: Secret, metadata: {namespace: %s, name: %s}, stringData: {key: value}}"
                                .formatted(OURS, cloud.secret))));
        assertThat(theirs)
                .allSatisfy(object -> assertThat(live(object).fields().map("metadata", "annotations"))
                        .as(object.display())
                        .containsEntry("meta.helm.sh/release-name", "theirs"));
        try (OperatorUnderTest operator = startOperator(NAMESPACE)) {
            await("the operator's first result")
                    .atMost(PATIENCE)
                    .until(() -> live(CLUSTER).fields().at("status", "observedGeneration") != null);
            assertThat(pods(OURS)).isEmpty();

            // The other one ends, and a node joins at the worst time.
            uninstall(theirs);
            Instant ended = Instant.now();
            join("after");
            kubectl("patch", "ccm/cluster", "--type=merge", "--patch={\"spec\":{\"managementState\":\"Managed\"}}");
            awaitInitialized("after", OURS, operator::log);

            Duration gap = Duration.between(
                    ended, managers.initialized().get("after").get(0).at());
            // Azure's node manager initializes nodes before anything has a Lease.
            await("their Lease")
                    .atMost(PATIENCE)
                    .until(() -> server.admin().read(LEASE).accepted());
            long lease =
                    live(LEASE).fields().number("spec", "leaseDurationSeconds").orElseThrow();
            System.out.printf("%s: %d ms without a cloud controller manager%n", cloud, gap.toMillis());
            assertThat(gap).isLessThan(Duration.ofSeconds(lease));
            assertThat(pods(OURS))
                    .extracting(pod -> pod.name() + "_" + pod.fields().string("metadata", "uid"))
                    .contains(live(LEASE).fields().string("spec", "holderIdentity"));
            if (cloud != Cloud.AZURE || Boolean.getBoolean("deadline.required")) {
                // Pods of Azure have to be ready for 75 seconds of the clock.
                awaitReady(operator);
            }
        }

        assertThat(managers.initialized().values())
                .allSatisfy(all -> assertThat(all).hasSize(1));
        assertThat(requests(NAMESPACE)).noneMatch(request -> request.status() == 403);
        assertThat(theirs)
                .as("what is in the way of their release")
                .allSatisfy(object -> assertThat(
                                server.admin().dryRun().create(object).refusal())
                        .isEmpty());
    }

    /** Adds a node of the control plane that waits for its cloud. */
    private void join(String name) {
        accepted(server.admin().create(manifest("""
                apiVersion: v1
                kind: Node
                metadata:
                  name: %s
                  labels: {node-role.kubernetes.io/control-plane: "", kubernetes.io/os: linux}
                spec: {taints: [{key: %s, value: "true", effect: NoSchedule}]}
                """.formatted(name, ManagersAtWork.UNINITIALIZED))));
    }

    private void awaitInitialized(String node, String namespace, Supplier<String> log) {
        await("Node " + node + " by " + namespace)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(managers.initialized().getOrDefault(node, List.of()))
                        .as(log)
                        .extracting(Initialization::namespace)
                        .containsExactly(namespace));
    }

    /** As Helm does: workloads first; their Pods end before what they need is deleted. */
    private void uninstall(List<KubernetesObject> theirs) {
        theirs.stream().filter(KubernetesObject::isWorkload).forEach(this::delete);
        await("their Pods to end").atMost(PATIENCE).until(() -> pods(THEIRS).isEmpty());
        theirs.stream().filter(object -> !object.isWorkload()).forEach(this::delete);
    }

    private void delete(KubernetesObject object) {
        accepted(server.admin().delete(object));
    }

    private void awaitReady(OperatorUnderTest operator) {
        await("Available").atMost(ROLLOUT).untilAsserted(() -> {
            KubernetesObject live = live(CLUSTER);
            assertThat(live.fields().maps("status", "conditions"))
                    .as(operator.log())
                    .isNotEmpty();
            assertThatCondition(live, AVAILABLE).isTrue();
            assertThatCondition(live, PROGRESSING).isFalse();
            assertThatCondition(live, DEGRADED).isFalse();
        });
    }

    private List<KubernetesObject> pods(String namespace) {
        return accepted(server.admin().get("/api/v1/namespaces/" + namespace + "/pods"))
                .object()
                .fields()
                .maps("items")
                .stream()
                .map(KubernetesObject::new)
                .toList();
    }

    private KubernetesObject live(KubernetesObject key) {
        return accepted(server.admin().read(key)).object();
    }
}
