// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.CLOUD_CONFIG_AVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On vSphere, where the gate is on, other operators read the configuration that results. */
@RequiresApiServer
@Tag("packaged")
class PublishedCloudConfigIT {
    private static final KubernetesObject PUBLISHED =
            key("v1", "ConfigMap", "openshift-config-managed", "kube-cloud-config");
    private static final KubernetesObject CLOUD_CONF = key("v1", "ConfigMap", "cloud-conf");

    private static final KubernetesObject NETWORK =
            manifest("{apiVersion: config.openshift.io/v1, kind: Network, metadata: {name: cluster}}");

    @TempDir
    Path data;

    @TempDir
    Path folder;

    @Test
    void publishesResultAndKeepsIt() {
        try (OpenShiftCluster cluster = OpenShiftCluster.start(data)) {
            cluster.infrastructure(
                    "{platformSpec: {type: VSphere, vsphere: {vcenters: [{server: vc, datacenters: [dc]}]}}}",
                    "platformStatus: {type: VSphere}");
            cluster.featureGatesOf(OpenShiftCluster.VERSION, "VSphereMultiVCenterDay2");
            cluster.delete(NETWORK);
            try (OperatorUnderTest operator = OperatorUnderTest.start(
                    folder, OpenShiftCluster.VERSION, List.of("cloud-config"), cluster.kubeconfig(Account.FIRST))) {
                operator.awaitLog("Network cluster does not exist, which cloud-conf depends on");
                cluster.apply("""
                        apiVersion: config.openshift.io/v1
                        kind: Network
                        metadata: {name: cluster}
                        spec: {serviceNetwork: ['fd00::/112']}
                        """);

                await("cloud-conf")
                        .atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(
                                        cluster.live(CLOUD_CONF).fields().string("data", "cloud.conf"))
                                .contains("vc:", "ipv6"));
                Map<String, Object> expected = Map.of("cloud.conf", """
                        global:
                          ipFamily:
                          - ipv6
                        nodes:
                          excludeExternalNetworkSubnetCidr: fd69::2/128
                          excludeInternalNetworkSubnetCidr: fd69::2/128
                        vcenter:
                          vc:
                            datacenters:
                            - dc
                            server: vc
                        """);
                await("kube-cloud-config")
                        .atMost(PATIENCE)
                        .until(() ->
                                cluster.live(PUBLISHED).fields().map("data").equals(expected));
                await("the condition")
                        .atMost(PATIENCE)
                        .untilAsserted(() -> assertThatCondition(cluster.clusterOperator(), CLOUD_CONFIG_AVAILABLE)
                                .isTrue());

                cluster.edit(PUBLISHED, live -> live.tree().put("data", Map.of("cloud.conf", "other")));

                await("kube-cloud-config to be as before")
                        .atMost(PATIENCE)
                        .until(() ->
                                cluster.live(PUBLISHED).fields().map("data").equals(expected));
                await("the event")
                        .atMost(PATIENCE)
                        .until(() -> !cluster.events("ResourceUpdateSuccess", PUBLISHED)
                                .isEmpty());
                operator.awaitReady();
                assertThat(operator.log()).doesNotContain("ERROR");
            }
        }
    }
}
