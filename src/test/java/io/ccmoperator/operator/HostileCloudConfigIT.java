// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.CLOUD_CONFIG_AVAILABLE;
import static io.ccmoperator.status.ConditionType.CLOUD_CONFIG_DEGRADED;
import static io.ccmoperator.status.ConditionType.TRUSTED_CA_AVAILABLE;
import static io.ccmoperator.status.ConditionType.TRUSTED_CA_DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cloudconfig.NestedAliases;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cloud configuration that is made to exhaust the memory or the stack, in a cluster of vSphere, with all controllers. */
@RequiresApiServer
@Tag("packaged")
class HostileCloudConfigIT extends OperatorScene {
    private static final KubernetesObject USERS = key("v1", "ConfigMap", "openshift-config", "cloud-provider-config");
    private static final KubernetesObject CLOUD_CONF = key("v1", "ConfigMap", "cloud-conf");
    private static final KubernetesObject TRUSTED_CA = key("v1", "ConfigMap", "ccm-trusted-ca");
    private static final String PLACE = "ConfigMap openshift-config/cloud-provider-config, key cloud.conf: ";

    /** A ConfigMap holds 1 MiB, keys of other entries included. */
    private static final int LARGEST_KIBIBYTES = 1020;

    @BeforeAll
    static void start(@TempDir Path data, @TempDir Path folder) throws IOException {
        cluster = OpenShiftCluster.start(data);
        cluster.infrastructure(
                "{platformSpec: {type: VSphere}, cloudConfig: {name: cloud-provider-config, key: cloud.conf}}",
                "platformStatus: {type: VSphere}");
        cluster.apply("""
                apiVersion: config.openshift.io/v1
                kind: Network
                metadata: {name: cluster}
                spec: {serviceNetwork: ['172.30.0.0/16']}
                """);
        cluster.featureGatesOf(OpenShiftCluster.VERSION);
        write("global: {server: vc, user: u}\n");
        operator = startOperator(folder);
    }

    private static void write(String cloudConf) {
        KubernetesObject configMap = USERS.copy();
        configMap.tree().put("data", Map.of("cloud.conf", cloudConf));
        cluster.apply(configMap);
    }

    @ParameterizedTest
    @ValueSource(ints = {18, 36, LARGEST_KIBIBYTES})
    void rejectsNestedAliasesAndGoesOn(int kibibytes) {
        awaitWorking("before-" + kibibytes);

        write(NestedAliases.ofKibibytes(kibibytes));

        assertThatOnlyCloudConfigDegrades("more than 50 aliases (*) of maps and lists; write out what they repeat");
        assertThat(cluster.live(CLOUD_CONF).fields().string("data", "cloud.conf"))
                .contains("before-" + kibibytes);
        awaitWorking("after-" + kibibytes);
    }

    @Test
    void rejectsDeepNestingAndGoesOn() {
        awaitWorking("before-deep");

        write("global: " + "[".repeat(900 * 1024));

        assertThatOnlyCloudConfigDegrades("maps and lists are nested more than 500 deep; make the document flatter");
        awaitWorking("after-deep");
    }

    private static void assertThatOnlyCloudConfigDegrades(String reason) {
        long process = operator.pid();
        await("degraded").atMost(PATIENCE).untilAsserted(() -> {
            KubernetesObject live = cluster.clusterOperator();
            assertThatCondition(live, CLOUD_CONFIG_DEGRADED).isTrue().hasReason("SyncingFailed");
            assertThatCondition(live, CLOUD_CONFIG_AVAILABLE).isFalse();
        });
        KubernetesObject live = cluster.clusterOperator();
        assertThat(messageOfCloudConfig(live))
                .startsWith(PLACE)
                .endsWith(reason)
                .hasSizeLessThan(300)
                .doesNotContain("hunter2", "\n");
        assertThatCondition(live, TRUSTED_CA_AVAILABLE).isTrue();
        assertThatCondition(live, TRUSTED_CA_DEGRADED).isFalse();

        cluster.delete(TRUSTED_CA);
        await("ccm-trusted-ca to be created again")
                .atMost(PATIENCE)
                .until(() -> !cluster.live(TRUSTED_CA).tree().isEmpty());
        assertThat(operator.health("/healthz")).isEqualTo(200);
        assertThat(ProcessHandle.of(process)).hasValueSatisfying(ProcessHandle::isAlive);
        assertThat(operator.log()).doesNotContain("Error", "unexpected failure");
    }

    private static String messageOfCloudConfig(KubernetesObject live) {
        return live.fields().maps("status", "conditions").stream()
                .filter(condition -> "CloudConfigControllerDegraded".equals(condition.get("type")))
                .map(condition -> String.valueOf(condition.get("message")))
                .findFirst()
                .orElseThrow();
    }

    private static void awaitWorking(String user) {
        write("global: {server: vc, user: " + user + "}\n");
        await("cloud-conf of " + user)
                .atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(cluster.live(CLOUD_CONF).fields().string("data", "cloud.conf"))
                                .as(operator.log())
                                .contains(user));
        await("the controller to work")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThatCondition(cluster.clusterOperator(), CLOUD_CONFIG_DEGRADED)
                        .isFalse());
    }
}
