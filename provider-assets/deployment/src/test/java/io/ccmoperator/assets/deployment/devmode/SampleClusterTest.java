/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.deployment.devmode.mock.InMemoryApiServer;
import io.ccmoperator.assets.tree.YamlReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SampleClusterTest {
    private static final String INFRASTRUCTURE = "/apis/config.openshift.io/v1/infrastructures/cluster";
    private static final String CLUSTER_OPERATOR =
            "/apis/config.openshift.io/v1/clusteroperators/cloud-controller-manager";
    private static final List<ProviderDescriptor> PROVIDERS = List.of(
            provider("AWS", ""),
            provider("Azure", ""),
            provider("Azure", "AzureStackCloud"),
            provider("External", "fog"));

    private EmbeddedServer server;
    private ClusterClient client;

    @BeforeEach
    void start() {
        server = new InMemory(InMemoryApiServer.start());
        client = ClusterClient.of(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aPlatformIsThatOfAProviderWhateverTheLetterCase() throws IOException {
        SampleCluster.create(client, SamplePlatform.of("azure/azurestackcloud", PROVIDERS));

        Manifest infrastructure = client.get(INFRASTRUCTURE).orElseThrow();
        assertThat(infrastructure.text("spec", "platformSpec", "type")).isEqualTo("Azure");
        assertThat(infrastructure.text("status", "platformStatus", "azure", "cloudName"))
                .isEqualTo("AzureStackCloud");
    }

    @Test
    void anExternalPlatformWantsACloudControllerManager() throws IOException {
        SampleCluster.create(client, SamplePlatform.of("External/fog", PROVIDERS));

        Manifest infrastructure = client.get(INFRASTRUCTURE).orElseThrow();
        assertThat(infrastructure.text("spec", "platformSpec", "external", "platformName"))
                .isEqualTo("fog");
        assertThat(infrastructure.text("status", "platformStatus", "external", "cloudControllerManager", "state"))
                .isEqualTo("External");
    }

    @Test
    void theCredentialsOfTheProviderAreThere() throws IOException {
        SampleCluster.create(client, SamplePlatform.of("AWS", PROVIDERS));

        assertThat(client.get("/api/v1/namespaces/openshift-cloud-controller-manager/secrets/credentials"))
                .isPresent();
    }

    @Test
    void aPlatformWithoutProviderIsRefusedWithThoseThatHaveOne() {
        assertThatThrownBy(() -> SamplePlatform.of("Mist", PROVIDERS))
                .isInstanceOf(DevModeException.class)
                .hasMessage("ccm-operator.dev.platform: no provider is for 'Mist';"
                        + " it is one of AWS, Azure, Azure/AzureStackCloud, External/fog");
    }

    @Test
    void aRolloutIsCompleteForEachNewGeneration() throws IOException {
        SampleCluster.create(client, SamplePlatform.of("AWS", PROVIDERS));
        client.create(workload("Deployment"));
        client.create(workload("DaemonSet"));

        new Rollouts(client).complete();

        Manifest deployment = live("deployments");
        assertThat(deployment.at("status", "observedGeneration")).isEqualTo(1L);
        assertThat(deployment.at("status", "availableReplicas")).isEqualTo(2L);
        assertThat(deployment.maps("status", "conditions"))
                .anySatisfy(condition -> assertThat(condition)
                        .containsEntry("type", "Progressing")
                        .containsEntry("status", "True")
                        .containsEntry("reason", "NewReplicaSetAvailable"));
        assertThat(live("daemonsets").map("status"))
                .containsEntry("observedGeneration", 1L)
                .containsEntry("updatedNumberScheduled", 3L)
                .containsEntry("currentNumberScheduled", 3L);
    }

    @Test
    void theClusterOperatorIsPrintedOnceForWhatItSays() throws IOException {
        createCluster();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ClusterOperatorReport report =
                new ClusterOperatorReport(client, new PrintStream(printed, true, StandardCharsets.UTF_8));

        assertThat(report.print()).isFalse();
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();

        client.patchStatus(CLUSTER_OPERATOR, Map.of("conditions", conditions("True")));
        assertThat(report.print()).isTrue();
        assertThat(report.print()).isTrue();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("ClusterOperator cloud-controller-manager");

        client.patchStatus(CLUSTER_OPERATOR, Map.of("conditions", conditions("False")));
        assertThat(report.print()).isFalse();
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .filteredOn(line -> line.contains("  Available"))
                .satisfiesExactly(
                        line -> assertThat(line).contains("True"),
                        line -> assertThat(line).contains("False"));
    }

    private void createCluster() throws IOException {
        SampleCluster.create(client, SamplePlatform.of("AWS", PROVIDERS));
        client.create(new Manifest(YamlReader.read("""
                apiVersion: config.openshift.io/v1
                kind: ClusterOperator
                metadata: {name: cloud-controller-manager}
                spec: {}
                """).get(0).map().orElseThrow()));
    }

    private static List<Map<String, Object>> conditions(String available) {
        return List.of(
                Map.of("type", "Available", "status", available, "reason", "AsExpected", "message", ""),
                Map.of("type", "Progressing", "status", "False", "reason", "AsExpected", "message", ""),
                Map.of("type", "Degraded", "status", "False", "reason", "AsExpected", "message", ""));
    }

    private Manifest live(String resource) throws IOException {
        return client.get("/apis/apps/v1/namespaces/openshift-cloud-controller-manager/" + resource + "/fog")
                .orElseThrow();
    }

    private static Manifest workload(String kind) {
        return new Manifest(YamlReader.read("""
                apiVersion: apps/v1
                kind: %s
                metadata: {name: fog, namespace: openshift-cloud-controller-manager}
                spec: {replicas: 2}
                """.formatted(kind)).get(0).map().orElseThrow());
    }

    private static ProviderDescriptor provider(String platform, String variant) {
        return new ProviderDescriptor(
                "name",
                platform,
                variant,
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(),
                Optional.of("credentials"),
                true,
                Optional.empty());
    }
}
