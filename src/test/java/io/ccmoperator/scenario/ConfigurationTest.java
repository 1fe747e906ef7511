// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.scenario;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.YamlText.tree;
import static io.ccmoperator.scenario.Scenario.PATIENCE;
import static io.ccmoperator.scenario.Scenario.SYSTEM_CA;
import static io.ccmoperator.scenario.Scenario.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.operator.Platform;
import io.ccmoperator.status.Controller;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The ConfigMaps cloud-conf and ccm-trusted-ca, and the workloads and conditions that depend on them. */
@Timeout(120)
class ConfigurationTest {
    private static final KubernetesObject CLOUD_CONF = object("v1", "ConfigMap", "cloud-conf");
    private static final KubernetesObject TRUSTED_CA = object("v1", "ConfigMap", "ccm-trusted-ca");
    private static final KubernetesObject DEPLOYMENT = object("apps/v1", "Deployment", "aws-cloud-controller-manager");

    private Scenario scenario;

    @BeforeEach
    void start(@TempDir Path folder) {
        scenario = Scenario.start(new InMemoryServerResource(), Platform.AWS, folder);
        scenario.awaitConverged(Platform.AWS);
    }

    @AfterEach
    void stop() {
        scenario.close();
    }

    @Test
    void rollsOutChangedCloudConfiguration() {
        String before = hash();

        scenario.userConfigMap("cloud-provider-config", Map.of("cloud.conf", "[Global]\nZone = second\n"));

        awaitData(CLOUD_CONF, "cloud.conf", "second");
        await("another hash").atMost(PATIENCE).until(() -> !hash().equals(before));
        scenario.awaitAvailable();
    }

    /** Without it the program takes the role of its instance. */
    @Test
    void restartsPodsOfAwsWhenTheirOptionalSecretComesAndGoes() {
        String without = hash();
        KubernetesObject secret = manifest("""
                apiVersion: v1
                kind: Secret
                metadata: {name: cloud-controller-manager-credentials, namespace: openshift-cloud-controller-manager}
                data: {credentials: W2RlZmF1bHRdCg==}
                """);

        scenario.cluster().put(secret);

        await("a hash with the Secret").atMost(PATIENCE).until(() -> !hash().equals(without));
        scenario.awaitAvailable();

        scenario.cluster().delete(secret);

        await("the hash without it").atMost(PATIENCE).until(() -> hash().equals(without));
        assertThat(without).hasSize(64);
    }

    @Test
    void restoresDeletedConfigMaps() {
        scenario.cluster().delete(CLOUD_CONF);
        scenario.cluster().delete(TRUSTED_CA);

        awaitData(CLOUD_CONF, "cloud.conf", "first");
        awaitData(TRUSTED_CA, "ca-bundle.crt", SYSTEM_CA.strip());
        scenario.awaitAvailable();
    }

    @Test
    void isDegradedWhileCloudConfigurationIsInvalid() {
        scenario.userConfigMap("cloud-provider-config", Map.of("cloud.conf", "[Global\n"));

        await("CloudConfigControllerDegraded")
                .atMost(PATIENCE)
                .until(() -> scenario.is("CloudConfigControllerDegraded", "True"));

        scenario.userConfigMap("cloud-provider-config", Map.of("cloud.conf", "[Global]\nZone = third\n"));

        awaitData(CLOUD_CONF, "cloud.conf", "third");
        scenario.awaitAvailable();
    }

    @Test
    void addsTrustBundleOfProxy() {
        String users = Certificates.pem("ca-1");
        scenario.userConfigMap("user-ca", Map.of("ca-bundle.crt", users));

        scenario.cluster().put(manifest("""
                apiVersion: config.openshift.io/v1
                kind: Proxy
                metadata: {name: cluster}
                spec: {trustedCA: {name: user-ca}}
                """));

        awaitData(TRUSTED_CA, "ca-bundle.crt", users.strip());
        awaitData(TRUSTED_CA, "ca-bundle.crt", SYSTEM_CA.strip());
    }

    @Test
    void appliesProviderThatRequiresNetworksOnceNetworkHasThem() {
        KubernetesObject network = scenario.cluster()
                .live(manifest("{apiVersion: config.openshift.io/v1, kind: Network, metadata: {name: cluster}}"));
        scenario.cluster().putStatus(network, Map.of());
        scenario.awaitObserved(network);

        scenario.platform(Platform.ALIBABA_CLOUD);

        scenario.awaitResult(
                Controller.CLOUD_CONTROLLER_MANAGER,
                "Network cluster has no status.clusterNetwork, which provider alibaba requires");
        KubernetesObject deployment = object("apps/v1", "Deployment", "alibaba-cloud-controller-manager");
        assertThat(scenario.cluster().find(deployment)).isEmpty();

        scenario.cluster()
                .putStatus(
                        network,
                        tree("{clusterNetwork: [{cidr: 10.128.0.0/14, hostPrefix: 23}, {cidr: 'fd01::/48'}]}"));

        scenario.awaitConverged(Platform.ALIBABA_CLOUD);
        assertThat(scenario.cluster().live(deployment).containers().get(0).get("args"))
                .asInstanceOf(LIST)
                .contains("--cluster-cidr=10.128.0.0/14,fd01::/48")
                .contains("--configure-cloud-routes=false");
    }

    private void awaitData(KubernetesObject configMap, String key, String content) {
        await(configMap.display())
                .atMost(PATIENCE)
                .until(() -> scenario.cluster()
                        .find(configMap)
                        .filter(live -> live.fields().string("data", key).contains(content))
                        .isPresent());
    }

    private String hash() {
        return scenario.cluster()
                .live(DEPLOYMENT)
                .fields()
                .string("spec", "template", "metadata", "annotations", "operator.openshift.io/config-hash");
    }
}
