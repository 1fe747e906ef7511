// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig;

import static io.ccmoperator.client.ClusterObjects.FEATURE_GATE;
import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;
import static io.ccmoperator.client.ClusterObjects.NETWORK;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.FailureReason;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.ReconcileResult.Converged;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Missing and invalid input, and rejected writes. */
class CloudConfigFailuresTest extends CloudConfigScene {
    @Test
    void waitsForInfrastructureThatHasNotSynced() throws Exception {
        scene.watches.keepUnknown(INFRASTRUCTURE);

        assertThat(reconcile()).isEqualTo(ReconcileResult.transientFailure("Infrastructure cluster cannot be read"));
        assertNothingWritten();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{aws: {region: r}}", "{type: ''}"})
    void failsTerminallyWhenInfrastructureHasNoPlatform(String platformStatus) throws Exception {
        infrastructure("{}", platformStatus);

        assertThat(reconcile())
                .isEqualTo(ReconcileResult.terminalFailure(
                        "Infrastructure cluster: status.platformStatus.type is missing; the installer sets it, or set it"
                                + " to the cluster's platform"));
        assertNothingWritten();
    }

    @ParameterizedTest
    @CsvSource({
        "AWS, false",
        "Azure, false",
        "GCP, false",
        "IBMCloud, false",
        "PowerVS, false",
        "OpenStack, false",
        "Nutanix, false",
        "VSphere, true"
    })
    void requiresNetworkOnlyOnVSphere(String platform, boolean matters) throws Exception {
        cluster(platform, platform.equals("VSphere") ? VCENTER : "{data: {cloud.conf: '{\"resourceGroup\":\"g\"}'}}");
        if (platform.equals("AWS") || platform.equals("OpenStack")) {
            scene.put(USERS, "{data: {cloud.conf: '[Global]'}}");
        }
        scene.server.remove(NETWORK);

        if (matters) {
            assertThat(reconcile())
                    .isEqualTo(ReconcileResult.transientFailure(
                            "Network cluster does not exist, which cloud-conf depends on"));
            assertNothingWritten();
            network();
        }
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(scene.writes()).containsExactly("POST " + CLOUD_CONF);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "AWS, AWSServiceLBNetworkSecurityGroup",
                "VSphere, VSphereMultiVCenterDay2",
                "Azure, -",
                "GCP, -",
                "OpenStack, -",
                "Nutanix, -"
            })
    void requiresFeatureGatesOnlyForTransformersThatUseOne(String platform, String gate) throws Exception {
        cluster(platform, platform.equals("VSphere") ? VCENTER : "{data: {cloud.conf: '{\"resourceGroup\":\"g\"}'}}");
        if (platform.equals("AWS") || platform.equals("OpenStack")) {
            scene.put(USERS, "{data: {cloud.conf: '[Global]'}}");
        }
        scene.server.remove(FEATURE_GATE);

        if (gate != null) {
            assertThat(reconcile())
                    .isEqualTo(ReconcileResult.transientFailure("FeatureGate cluster has no entry for this release yet,"
                            + " and cloud-conf depends on " + gate));
            assertNothingWritten();
            gates();
        }
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(scene.writes()).containsExactly("POST " + CLOUD_CONF);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            AWS       | "[Global]\\nNodeIPFamilies = IPv4" | : line 2: [Global] NodeIPFamilies: the value is not one of ipv4, ipv6, so nodes get no address of it; write one of them, and two on a line each
            OpenStack | "[Global]\\nsecret-name = mine"                     | : line 2: '[Global] secret-name' is set to a non-default value; remove the key
            Azure     | ''                                                | : the configuration is empty, but Azure needs one
            """)
    void failsTerminallyOnInvalidEditAndKeepsCloudConf(String platform, String invalid, String message)
            throws Exception {
        cluster(
                platform,
                "{data: {cloud.conf: " + (platform.equals("Azure") ? "'{\"resourceGroup\":\"g\"}'" : "'[Global]'")
                        + "}}");
        reconcile();
        Object before = scene.data(CLOUD_CONF).get("cloud.conf");
        scene.writes();

        scene.put(USERS, "{data: {cloud.conf: " + invalid + "}}");

        assertThat(reconcile()).isInstanceOfSatisfying(ReconcileResult.Degraded.class, failure -> {
            assertThat(failure.kind()).isEqualTo(ReconcileResult.Kind.TERMINAL);
            assertThat(failure.cause()).startsWith("ConfigMap openshift-config/cloud, key cloud.conf" + message);
        });
        assertNothingWritten();
        assertThat(scene.data(CLOUD_CONF)).containsEntry("cloud.conf", before);

        scene.put(
                USERS,
                "{data: {cloud.conf: " + (platform.equals("Azure") ? "'{\"resourceGroup\":\"g\"}'" : "'[Global]'")
                        + "}}");
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertNothingWritten();
    }

    @Test
    void failsTerminallyWhenNamedKeyIsMissingAndKeepsCloudConf() throws Exception {
        cluster("GCP", "{data: {config: text}}");
        infrastructure("{cloudConfig: {name: cloud, key: config}}", "{type: GCP}");
        reconcile();
        scene.writes();

        scene.put(USERS, "{data: {konfig: text}}");

        assertThat(reconcile())
                .isEqualTo(ReconcileResult.terminalFailure("key config specified in infra resource does not exist in"
                        + " source configmap openshift-config/cloud"));
        assertNothingWritten();
    }

    @Test
    void warnsOnceOfMissingConfigMapWherePlatformAllowsEmptySource() throws Exception {
        cluster("AWS", "{}");
        scene.server.remove(USERS);
        String warning = "configmap openshift-config/cloud, named in the Infrastructure, does not exist";

        assertThat(reconcile()).isEqualTo(new Converged(List.of(warning)));
        assertThat(reconcile()).isEqualTo(new Converged(List.of(warning)));

        assertThat((String) scene.data(CLOUD_CONF).get("cloud.conf")).startsWith("[Global]");
        assertThat(scene.takeEvents()).contains("CloudConfigCheckFailed x1 cloud-conf: " + warning);
    }

    @Test
    void namesMissingConfigMapWherePlatformRequiresSource() throws Exception {
        cluster("Azure", "{}");
        scene.server.remove(USERS);

        assertThat(reconcile())
                .isInstanceOfSatisfying(
                        ReconcileResult.Degraded.class,
                        failure -> assertThat(failure.cause())
                                .startsWith(
                                        "ConfigMap openshift-config/cloud, which does not exist: the configuration is empty"));
    }

    @Test
    void warnsOfWhatCloudControllerManagerIgnoresWithPosition() throws Exception {
        cluster("AWS", "{data: {cloud.conf: \"[ServiceOverride \\\"1\\\"]\\nService = S3\"}}");

        assertThat(reconcile())
                .isInstanceOfSatisfying(
                        Converged.class,
                        result -> assertThat(result.warnings())
                                .singleElement()
                                .asString()
                                .startsWith("ConfigMap openshift-config/cloud, key cloud.conf: ")
                                .contains("ServiceOverride"));
        assertThat(scene.takeEvents()).anyMatch(event -> event.startsWith("CloudConfigCheckFailed x1 cloud-conf: "));
    }

    @Test
    void writesOtherConfigMapWhenOneIsRejected() throws Exception {
        for (ObjectKey refused : List.of(CLOUD_CONF, PUBLISHED)) {
            cluster("VSphere", VCENTER, "VSphereMultiVCenterDay2");
            scene.server.remove(CLOUD_CONF);
            scene.server.remove(PUBLISHED);
            refuseCreationOf(refused);

            assertThat(reconcile())
                    .isEqualTo(new ReconcileResult.Degraded(
                            "not this one", ReconcileResult.Kind.TRANSIENT, FailureReason.FORBIDDEN));
            assertThat(scene.server.live(CLOUD_CONF.equals(refused) ? PUBLISHED : CLOUD_CONF))
                    .isPresent();
        }
        assertThat(scene.takeEvents())
                .contains(
                        "ResourceCreateFailed x1 cloud-conf: not this one",
                        "ResourceCreateFailed x1 kube-cloud-config: not this one");
    }

    private void refuseCreationOf(ObjectKey key) {
        Runnable refusal = () -> {
            throw new ApiException(403, "not this one", null);
        };
        scene.server.beforeNextWrite(key.equals(CLOUD_CONF) ? refusal : () -> {});
        scene.server.beforeNextWrite(key.equals(CLOUD_CONF) ? () -> {} : refusal);
    }

    @Test
    void failsTransientlyWhenWriteFails() throws Exception {
        cluster("GCP", "{data: {cloud.conf: text}}");
        scene.server.beforeNextWrite(() -> {
            throw new ApiException(500, "POST " + CLOUD_CONF + ": out of order", null);
        });

        assertThat(reconcile()).isEqualTo(ReconcileResult.transientFailure("POST " + CLOUD_CONF + ": out of order"));
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
    }

    @Test
    void doesNotTakeUnsyncedSourceForEmpty() throws Exception {
        cluster("AWS", "{data: {cloud.conf: '[Global]'}}");
        scene.watches.keepUnknown(USERS);
        scene.watches.keepUnknown(PUBLISHED);

        assertThat(reconcile())
                .isEqualTo(ReconcileResult.transientFailure(PUBLISHED + ", " + USERS + " cannot be read"));
        assertNothingWritten();
    }
}
