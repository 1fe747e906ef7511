// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.AVAILABLE;
import static io.ccmoperator.status.ConditionType.DEGRADED;
import static io.ccmoperator.status.ConditionType.PROGRESSING;
import static io.ccmoperator.status.ConditionType.UPGRADEABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** From a cluster without anything to one that is Available, and from there to the next release. */
@RequiresApiServer
@Tag("packaged")
@Tag("genuine")
class ConvergenceIT {
    private static OpenShiftCluster cluster;
    private static Workloads workloads;

    @TempDir
    Path folder;

    private Images images;

    @BeforeAll
    static void startCluster(@TempDir Path data) throws IOException {
        cluster = OpenShiftCluster.start(data);
        PackRoles.objects().forEach(cluster::apply);
        workloads = new Workloads(cluster.admin());
    }

    @AfterAll
    static void stopCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @BeforeEach
    void writeImages() {
        images = Images.of(folder, "1");
    }

    @AfterEach
    void emptyTheCluster() {
        cluster.clear();
    }

    @ParameterizedTest
    @CsvSource({
        "AWS, aws-cloud-controller-manager, cloudControllerManagerAWS, 9",
        "AZURE, azure-cloud-controller-manager, cloudControllerManagerAzure, 18",
        "VSPHERE, vsphere-cloud-controller-manager, cloudControllerManagerVSphere, 13",
        "OPEN_STACK, openstack-cloud-controller-manager, cloudControllerManagerOpenStack, 7",
        "DIGITAL_OCEAN, digitalocean-cloud-controller-manager, cloudControllerManagerDigitalOcean, 8"
    })
    void becomesAvailableOnPlatformWithCloudControllerManager(
            Platform platform, String deployment, String image, int related) {
        cluster.platform(platform);
        cluster.syncControllersWork();
        try (OperatorUnderTest operator = start("4.20.0")) {
            await(deployment + " to be rolled out")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThatCondition(cluster.clusterOperator(), PROGRESSING)
                            .isTrue()
                            .hasReason("SyncingResources")
                            .hasMessage("Progressing towards operator: 4.20.0: Rolling out Deployment "
                                    + OpenShiftCluster.MANAGED + "/" + deployment
                                    + (platform == Platform.AZURE
                                            ? ", DaemonSet " + OpenShiftCluster.MANAGED + "/azure-cloud-node-manager"
                                            : "")));
            assertThat(workloads.images().get(deployment)).contains(Images.image(image, "1"));
            assertThat(cluster.object("apps/v1", "Deployment", deployment)
                            .fields()
                            .string("spec", "template", "metadata", "annotations", "operator.openshift.io/config-hash"))
                    .hasSize(64);

            workloads.rollOut();

            awaitAvailableAt("4.20.0");
            KubernetesObject live = cluster.clusterOperator();
            assertThatCondition(live, DEGRADED).isFalse().hasReason("AsExpected");
            assertThatCondition(live, UPGRADEABLE).isTrue().hasReason("AsExpected");
            assertThat(cluster.related()).hasSize(related);
            assertThat(live.fields().maps("status", "relatedObjects"))
                    .allSatisfy(reference ->
                            assertThat(cluster.read(reference).accepted()).isTrue());
            await("the events")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(cluster.events("ResourceCreateSuccess", live))
                            .as(operator.log())
                            // One names them all, as far as the length of its message allows.
                            .hasSizeLessThanOrEqualTo(2)
                            .anyMatch(message -> message.contains(deployment)));
            operator.awaitReady();
            assertThat(operator.health("/healthz")).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EXTERNAL_WITHOUT", "BARE_METAL"})
    void becomesAvailableWithoutWritesOnPlatformWithoutCloudControllerManager(Platform platform) {
        cluster.platform(platform);
        cluster.syncControllersWork();
        try (OperatorUnderTest operator = start("4.20.0")) {
            awaitAvailableAt("4.20.0");

            assertThat(workloads.images()).isEmpty();
            assertThat(cluster.clusterOperator().fields().maps("status", "relatedObjects"))
                    .extracting(reference -> reference.get("resource"))
                    .containsExactlyInAnyOrder(
                            "clusteroperators", "infrastructures", "namespaces", "namespaces", "proxies");
            assertThat(operator.log()).doesNotContain("ERROR");
        }
    }

    @Test
    void appliesNoWorkloadBeforeItsConfigurationIsThere() {
        cluster.platform(Platform.AWS);
        cluster.syncControllersWork();
        cluster.delete(OpenShiftCluster.key("v1", "ConfigMap", "ccm-trusted-ca"));
        try (OperatorUnderTest operator = start("4.20.0")) {
            operator.awaitLog("waiting for ConfigMap openshift-cloud-controller-manager/ccm-trusted-ca");
            assertThat(workloads.images()).isEmpty();

            cluster.syncControllersWork();

            await("the Deployment")
                    .atMost(PATIENCE)
                    .until(() -> !workloads.images().isEmpty());
        }
    }

    @Test
    void isProgressingUntilOtherReleaseIsRolledOut() {
        cluster.platform(Platform.AWS);
        cluster.syncControllersWork();
        try (OperatorUnderTest operator = start("4.20.0")) {
            awaitProgressing();
            workloads.rollOut();
            awaitAvailableAt("4.20.0");
            assertThat(operator.log()).doesNotContain("ERROR");
        }
        images.write(Images.all("2"));
        cluster.featureGatesOf("4.21.0");
        try (OperatorUnderTest operator = start("4.21.0")) {
            await("progress")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThatCondition(cluster.clusterOperator(), PROGRESSING)
                            .isTrue()
                            .hasReason("SyncingResources")
                            .hasMessage("Progressing towards operator: 4.21.0: Rolling out Deployment "
                                    + OpenShiftCluster.MANAGED + "/aws-cloud-controller-manager"));
            KubernetesObject meanwhile = cluster.clusterOperator();
            assertThatCondition(meanwhile, AVAILABLE).isTrue().hasMessage(available("4.20.0"));
            assertThatCondition(meanwhile, DEGRADED).isFalse();
            assertThatCondition(meanwhile, UPGRADEABLE).isTrue();
            assertThat(meanwhile.fields().maps("status", "versions"))
                    .containsExactly(Map.of("name", "operator", "version", "4.20.0"));
            assertThat(workloads.images())
                    .containsEntry(
                            "aws-cloud-controller-manager", List.of(Images.image("cloudControllerManagerAWS", "2")));

            workloads.stall();
            operator.awaitLog("rollout stalled: ProgressDeadlineExceeded");
            assertThatCondition(cluster.clusterOperator(), DEGRADED).isFalse();
            assertThatCondition(cluster.clusterOperator(), PROGRESSING).isTrue();

            workloads.rollOut();
            awaitAvailableAt("4.21.0");
        } finally {
            cluster.featureGatesOf("4.20.0");
        }
    }

    @Test
    void rollsOutEachWorkloadOfAnotherReleaseOnce() {
        Map<String, String> keys = Map.of(
                "azure-cloud-controller-manager", "cloudControllerManagerAzure",
                "azure-cloud-node-manager", "cloudNodeManagerAzure");
        cluster.platform(Platform.AZURE);
        cluster.syncControllersWork();
        try (OperatorUnderTest operator = start("4.20.0")) {
            cluster.awaitAvailable();
            assertThat(operator.log()).doesNotContain("ERROR");
        }
        Map<String, Long> before = workloads.generations();
        images.write(Images.all("2"));
        cluster.featureGatesOf("4.21.0");
        try (OperatorUnderTest operator = start("4.21.0")) {
            await("the images of the release")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> keys.forEach((workload, key) ->
                            assertThat(workloads.images()).containsEntry(workload, List.of(Images.image(key, "2")))));

            workloads.rollOut();

            awaitAvailableAt("4.21.0");
            assertThat(workloads.generations()).isEqualTo(plusOne(before)).containsOnlyKeys(keys.keySet());
            assertThat(operator.log()).doesNotContain("ERROR");
        } finally {
            cluster.featureGatesOf("4.20.0");
        }
    }

    private static Map<String, Long> plusOne(Map<String, Long> generations) {
        Map<String, Long> result = new TreeMap<>(generations);
        result.replaceAll((name, generation) -> generation + 1);
        return result;
    }

    private OperatorUnderTest start(String version) {
        return OperatorUnderTest.start(folder, version, cluster.kubeconfig(Account.FIRST), images.flag());
    }

    private static void awaitProgressing() {
        await("progress")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThatCondition(cluster.clusterOperator(), PROGRESSING)
                        .isTrue());
    }

    private static void awaitAvailableAt(String version) {
        await("Available at " + version).atMost(PATIENCE).untilAsserted(() -> {
            KubernetesObject live = cluster.clusterOperator();
            assertThatCondition(live, AVAILABLE)
                    .isTrue()
                    .hasReason("AsExpected")
                    .hasMessage(available(version));
            assertThatCondition(live, PROGRESSING).isFalse().hasReason("AsExpected");
            assertThat(live.fields().maps("status", "versions"))
                    .containsExactly(Map.of("name", "operator", "version", version));
        });
    }

    private static String available(String version) {
        return "Cluster Cloud Controller Manager Operator is available at " + version;
    }
}
