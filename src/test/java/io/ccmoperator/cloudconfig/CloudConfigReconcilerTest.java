// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.ControllerScene.configMap;
import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.CLUSTER_VERSION;
import static io.ccmoperator.client.ClusterObjects.FEATURE_GATE;
import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;
import static io.ccmoperator.client.ClusterObjects.NETWORK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.ccmoperator.status.ReconcileResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CloudConfigReconcilerTest extends CloudConfigScene {
    @Test
    void convergesWithoutWritesWhenInfrastructureIsAbsent() throws Exception {
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertNothingWritten();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{type: None}",
                "{type: BareMetal}",
                "{type: Moon}",
                "{type: External, external: {cloudControllerManager: {state: None}}}"
            })
    void convergesWithoutWritesOnPlatformWithoutCloudConfiguration(String platformStatus) throws Exception {
        infrastructure(NAMED, platformStatus);
        scene.put(USERS, "{data: {cloud.conf: text}}");

        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertNothingWritten();
    }

    @Test
    void leavesConfigurationAloneWhileUnmanaged() throws Exception {
        cluster("AWS", "{data: {cloud.conf: '[Global]'}}");
        scene.put(
                "{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster}, spec: {managementState: Unmanaged}}");

        assertThat(reconcile()).isEqualTo(new ReconcileResult.Unmanaged());
        assertNothingWritten();
    }

    @Test
    void followsGateThatIsListedAsDisabled() throws Exception {
        cluster("AWS", "{data: {cloud.conf: '[Global]'}}");
        reconcile();
        Object managed = scene.data(CLOUD_CONF).get("cloud.conf");
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: FeatureGate
                metadata: {name: cluster}
                status: {featureGates: [{version: 4.20.0, disabled: [{name: AWSServiceLBNetworkSecurityGroup}]}]}
                """);

        reconcile();

        assertThat(managed.toString()).contains("NLBSecurityGroupMode");
        assertThat(scene.data(CLOUD_CONF).get("cloud.conf").toString()).doesNotContain("NLBSecurityGroupMode");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GCP", "IBMCloud", "PowerVS", "Nutanix"})
    void copiesConfigurationWithoutTransformer(String platform) throws Exception {
        cluster(platform, """
                data: {cloud.conf: "any \\u00e9 thing\\n", ca-bundle.pem: pem, endpoints: e}
                binaryData: {binary: AA==}
                """);

        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());

        assertThat(scene.data(CLOUD_CONF))
                .containsOnly(
                        entry("cloud.conf", "any é thing\n"), entry("ca-bundle.pem", "pem"), entry("endpoints", "e"));
        assertThat(scene.server.stored(CLOUD_CONF).fields().map("binaryData")).containsExactly(entry("binary", "AA=="));
    }

    @Test
    void renamesNamedKeyToCloudConf() throws Exception {
        cluster("GCP", "{data: {config: text, more: m}}");
        infrastructure("{cloudConfig: {name: cloud, key: config}}", "{type: GCP}");

        reconcile();

        assertThat(scene.data(CLOUD_CONF)).containsOnly(entry("cloud.conf", "text"), entry("more", "m"));
    }

    @Test
    void fallsBackToUserSourceWhenManagedOneHasNoUsableKey() throws Exception {
        cluster("AWS", "{data: {cloud.conf: \"[Global]\\nZone = users\"}}");
        scene.put(PUBLISHED, "{data: {ca-bundle.pem: pem}}");
        reconcile();
        assertThat((String) scene.data(CLOUD_CONF).get("cloud.conf")).contains("users");

        scene.put(PUBLISHED, "{data: {cloud.conf: \"[Global]\\nZone = managed\"}}");
        reconcile();
        assertThat((String) scene.data(CLOUD_CONF).get("cloud.conf")).contains("managed");
    }

    @Test
    void sendsNoRequestWhenConverged() throws Exception {
        cluster("AWS", "{data: {cloud.conf: '[Global]'}}");
        reconcile();
        scene.server.takeRequests();

        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(scene.server.takeRequests()).isEmpty();
    }

    @Test
    void publishesResultOfVSphereWhenGateIsEnabled() throws Exception {
        cluster("VSphere", VCENTER, "VSphereMultiVCenterDay2");

        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());

        assertThat(scene.writes()).containsExactlyInAnyOrder("POST " + CLOUD_CONF, "POST " + PUBLISHED);
        assertThat(scene.data(PUBLISHED)).containsEntry("cloud.conf", "global: {}\nvcenter:\n  vc:\n    server: vc\n");
        assertThat(scene.data(CLOUD_CONF).get("cloud.conf").toString())
                .contains("secretName: vsphere-cloud-credentials");
        reconcile();
        assertNothingWritten();
    }

    @Test
    void startsVSphereFromEmptySourceWhenGateIsEnabled() throws Exception {
        infrastructure("{platformSpec: {vsphere: {vcenters: [{server: vc}]}}}", "{type: VSphere}");
        gates("VSphereMultiVCenterDay2");
        network();

        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());

        assertThat(scene.data(CLOUD_CONF)).containsEntry("cloud.conf", """
                        global:
                          secretName: vsphere-cloud-credentials
                          secretNamespace: %s
                        vcenter:
                          vc:
                            server: vc
                        """.formatted(CLOUD_CONF.namespace()));
    }

    @Test
    void saysUntilItIsCorrectedThatSecretNamesVCenterInOtherLetters() throws Exception {
        cluster("VSphere", VCENTER);
        credentials("VC");

        assertThat(reconcile())
                .isInstanceOfSatisfying(
                        ReconcileResult.Degraded.class,
                        failure -> assertThat(failure.cause())
                                .startsWith(USERS + ", key cloud.conf: vcenter.vc.server is 'vc', but Secret "
                                        + CLOUD_CONF.namespace()
                                        + "/vsphere-cloud-credentials has the credentials of 'VC'"));

        assertThat(scene.writes()).as("it is what the user has written").containsExactly("POST " + CLOUD_CONF);
        credentials("vc");
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
    }

    private void credentials(String server) {
        scene.put(
                "{apiVersion: v1, kind: Secret, metadata: {name: vsphere-cloud-credentials, namespace: %s},"
                        + " data: {%s.username: dQ==, %s.password: cA==}}",
                CLOUD_CONF.namespace(), server, server);
    }

    @Test
    void watchesOnlyRelevantObjects() throws Exception {
        cluster("GCP", "{data: {cloud.conf: text}}");
        reconcile();
        assertThat(scene.watches.watched())
                .containsExactlyInAnyOrder(
                        CLOUD_CONTROLLER_MANAGER,
                        INFRASTRUCTURE,
                        NETWORK,
                        FEATURE_GATE,
                        CLUSTER_VERSION,
                        CLOUD_CONF,
                        USERS);

        infrastructure("{cloudConfig: {name: other}}", "{type: GCP}");
        reconcile();
        assertThat(scene.watches.watched())
                .contains(configMap("openshift-config", "other"))
                .doesNotContain(USERS);
    }

    @Test
    void revertsForeignChangeOfCloudConfAndKeepsForeignLabels() throws Exception {
        cluster("GCP", "{data: {cloud.conf: text}}");
        reconcile();

        scene.put(CLOUD_CONF, """
                metadata: {namespace: %s, name: cloud-conf, labels: {theirs: l}}
                data: {cloud.conf: other, more: m}
                """.formatted(MANAGED));
        reconcile();

        assertThat(scene.data(CLOUD_CONF)).containsOnly(entry("cloud.conf", "text"));
        assertThat(scene.server.stored(CLOUD_CONF).fields().map("metadata", "labels"))
                .containsOnly(entry("theirs", "l"));
    }
}
