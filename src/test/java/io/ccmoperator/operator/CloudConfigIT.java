// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.AVAILABLE;
import static io.ccmoperator.status.ConditionType.CLOUD_CONFIG_AVAILABLE;
import static io.ccmoperator.status.ConditionType.CLOUD_CONFIG_DEGRADED;
import static io.ccmoperator.status.ConditionType.DEGRADED;
import static io.ccmoperator.status.ConditionType.TRUSTED_CA_AVAILABLE;
import static io.ccmoperator.status.ConditionType.TRUSTED_CA_DEGRADED;
import static io.ccmoperator.status.ConditionType.UPGRADEABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.certificates.Certificates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All three controllers in one process: what a user writes arrives at the cloud controller manager. */
@RequiresApiServer
@Tag("packaged")
class CloudConfigIT extends OperatorScene {
    private static final KubernetesObject USERS = key("v1", "ConfigMap", "openshift-config", "cloud-provider-config");
    private static final KubernetesObject CLOUD_CONF = key("v1", "ConfigMap", "cloud-conf");
    private static final KubernetesObject TRUSTED_CA = key("v1", "ConfigMap", "ccm-trusted-ca");
    private static final KubernetesObject DEPLOYMENT = key("apps/v1", "Deployment", "aws-cloud-controller-manager");
    private static final String WORKS = "Cloud Config Controller works as expected";

    @BeforeAll
    static void start(@TempDir Path data, @TempDir Path folder) throws IOException {
        cluster = OpenShiftCluster.start(data);
        cluster.infrastructure(
                "{platformSpec: {type: AWS}, cloudConfig: {name: cloud-provider-config}}",
                "platformStatus: {type: AWS, aws: {region: eu-west-1}}");
        write("[Global]\nZone = first\n");
        operator = startOperator(folder);
    }

    @BeforeEach
    void allIsWell() {
        write("[Global]\nZone = first\n");
        awaitZone("first");
        cluster.awaitAvailable();
    }

    private static void write(String cloudConf) {
        KubernetesObject configMap = USERS.copy();
        configMap.tree().put("data", Map.of("cloud.conf", cloudConf, "endpoints", "e"));
        cluster.apply(configMap);
    }

    private static String cloudConf() {
        return cluster.live(CLOUD_CONF).fields().string("data", "cloud.conf");
    }

    private static void awaitZone(String zone) {
        await("zone " + zone)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(cloudConf()).as(operator.log()).contains("= " + zone + "\n"));
    }

    private static String hash() {
        return cluster.live(DEPLOYMENT)
                .fields()
                .string("spec", "template", "metadata", "annotations", "operator.openshift.io/config-hash");
    }

    private static void awaitDegraded(String message) {
        await("degraded").atMost(PATIENCE).untilAsserted(() -> {
            KubernetesObject live = cluster.clusterOperator();
            assertThatCondition(live, CLOUD_CONFIG_DEGRADED)
                    .isTrue()
                    .hasReason("SyncingFailed")
                    .hasMessage(message);
            assertThatCondition(live, CLOUD_CONFIG_AVAILABLE)
                    .isFalse()
                    .hasReason("SyncingFailed")
                    .hasMessage(message);
        });
    }

    private static void awaitWorking() {
        await("the controller to work").atMost(PATIENCE).untilAsserted(() -> {
            KubernetesObject live = cluster.clusterOperator();
            assertThatCondition(live, CLOUD_CONFIG_DEGRADED)
                    .isFalse()
                    .hasReason("AsExpected")
                    .hasMessage(WORKS);
            assertThatCondition(live, CLOUD_CONFIG_AVAILABLE).isTrue();
        });
    }

    @Test
    void becomesAvailableInEmptyCluster() {
        KubernetesObject live = cluster.clusterOperator();
        assertThatCondition(live, AVAILABLE).isTrue();
        assertThatCondition(live, DEGRADED).isFalse();
        assertThatCondition(live, UPGRADEABLE).isTrue();
        assertThatCondition(live, CLOUD_CONFIG_AVAILABLE)
                .isTrue()
                .hasReason("AsExpected")
                .hasMessage(WORKS);
        assertThatCondition(live, CLOUD_CONFIG_DEGRADED).isFalse();
        assertThatCondition(live, TRUSTED_CA_AVAILABLE).isTrue();
        assertThatCondition(live, TRUSTED_CA_DEGRADED).isFalse();
        assertThat(cluster.live(CLOUD_CONF).fields().map("data"))
                .containsOnlyKeys("cloud.conf", "endpoints")
                .containsEntry("endpoints", "e");
        assertThat(cloudConf()).contains("ClusterServiceLoadBalancerHealthProbeMode = Shared");
        assertThat(cluster.live(TRUSTED_CA).fields().string("data", "ca-bundle.crt"))
                .isEqualTo(Certificates.pem("ca-5"));
        assertThat(hash()).hasSize(64);
        operator.awaitReady();
        assertThat(operator.log()).doesNotContain("ERROR");
    }

    @Test
    void restartsPodsExactlyWhenCloudConfChanges() {
        String before = hash();

        write("[Global]\nZone = second\n");
        awaitZone("second");
        await("another hash").atMost(PATIENCE).until(() -> !hash().equals(before));
        cluster.awaitAvailable();
        String after = hash();
        String version = cluster.live(CLOUD_CONF).fields().string("metadata", "resourceVersion");

        write("; nothing but a comment\n[Global]\n\n  Zone=second\n");
        // That this one is seen shows that the one before was.
        write("[Global\n");
        await("the invalid edit")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThatCondition(cluster.clusterOperator(), CLOUD_CONFIG_DEGRADED)
                        .isTrue());
        write("[Global]\nZone = second\n");
        awaitWorking();
        cluster.awaitAvailable();

        assertThat(cluster.live(CLOUD_CONF).fields().string("metadata", "resourceVersion"))
                .isEqualTo(version);
        assertThat(hash()).isEqualTo(after);
    }

    @Test
    void reportsInvalidEditWithPositionAndKeepsCloudConf() {
        String version = cluster.live(CLOUD_CONF).fields().string("metadata", "resourceVersion");

        write("[Global]\nZone = third\nNodeIPFamilies = IPv4\n");

        awaitDegraded("ConfigMap openshift-config/cloud-provider-config, key cloud.conf: line 3: [Global]"
                + " NodeIPFamilies: the value is not one of ipv4, ipv6, so nodes get no address of it; write one of them, and two on a"
                + " line each");
        assertThat(cluster.live(CLOUD_CONF).fields().string("metadata", "resourceVersion"))
                .isEqualTo(version);

        write("[Global]\nZone = third\nNodeIPFamilies = ipv4\n");
        awaitZone("third");
        awaitWorking();
    }

    @Test
    void restoresDeletedOrChangedCloudConfAndKeepsForeignLabels() {
        String before = cloudConf();

        cluster.delete(CLOUD_CONF);
        await("another cloud-conf").atMost(PATIENCE).until(() -> cloudConf().equals(before));

        cluster.edit(CLOUD_CONF, live -> {
            live.tree().put("data", Map.of("cloud.conf", "invalid", "more", "m"));
            live.fields().map("metadata").put("labels", Map.of("theirs", "l"));
        });
        await("the content").atMost(PATIENCE).until(() -> cloudConf().equals(before));

        assertThat(cluster.live(CLOUD_CONF).fields().map("data")).containsOnlyKeys("cloud.conf", "endpoints");
        assertThat(cluster.live(CLOUD_CONF).fields().map("metadata", "labels")).containsExactly(entry("theirs", "l"));
        await("the event")
                .atMost(PATIENCE)
                .until(() ->
                        !cluster.events("ResourceUpdateSuccess", CLOUD_CONF).isEmpty());
    }

    @Test
    void recreatesImmutableCloudConfWithForeignLabels() {
        String uid = cluster.live(CLOUD_CONF).fields().string("metadata", "uid");

        cluster.edit(CLOUD_CONF, live -> {
            live.tree().put("immutable", true);
            live.fields().map("metadata").put("labels", Map.of("theirs", "l"));
        });
        await("another one").atMost(PATIENCE).until(() -> {
            KubernetesObject live = cluster.live(CLOUD_CONF);
            return !live.tree().isEmpty()
                    && !live.fields().string("metadata", "uid").equals(uid);
        });

        assertThat(cluster.live(CLOUD_CONF).tree()).doesNotContainKey("immutable");
        assertThat(cluster.live(CLOUD_CONF).fields().map("metadata", "labels")).containsExactly(entry("theirs", "l"));
        write("[Global]\nZone = fourth\n");
        awaitZone("fourth");
    }

    @Test
    void warnsOfMissingConfigMapInEventAndCondition() {
        String missing =
                "configmap openshift-config/cloud-provider-config, named in the Infrastructure, does not exist";

        cluster.delete(USERS);

        await("the warning")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThatCondition(cluster.clusterOperator(), CLOUD_CONFIG_AVAILABLE)
                        .isTrue()
                        .hasMessage(WORKS + ", but " + missing));
        await("the event")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(cluster.events("CloudConfigCheckFailed", CLOUD_CONF))
                        .contains(missing));
    }
}
