// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.Bootstrap;
import io.ccmoperator.assets.CloudConfig;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.deployment.devmode.mock.InMemoryApiServer;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleClusterTest {
    private static final String NAMESPACE = "openshift-cloud-controller-manager";
    private static final Path SAMPLES = Path.of("..", "..", "docs", "samples");
    private static final List<ProviderDescriptor> PROVIDERS = List.of(
            provider("aws", "AWS", ""),
            provider("azure", "Azure", ""),
            provider("azurestack", "Azure", "AzureStackCloud"),
            provider("fog", "External", "fog"));

    private InMemoryApiServer server;
    private ClusterClient client;

    @BeforeEach
    void start() {
        server = InMemoryApiServer.start();
        client = ClusterClient.of(server.uri());
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void findsPlatformOfProviderInAnyLetterCase() {
        create("azure/azurestackcloud");

        KubernetesObject infrastructure = infrastructure();
        assertThat(infrastructure.fields().string("spec", "platformSpec", "type"))
                .isEqualTo("Azure");
        assertThat(infrastructure.fields().string("status", "platformStatus", "azure", "cloudName"))
                .isEqualTo("AzureStackCloud");
    }

    @Test
    void prefersFilesForProviderToItsDescriptor() {
        create("Azure");

        assertThat(infrastructure().fields().string("status", "infrastructureName"))
                .isEqualTo("sample-9bq4m");
        assertThat(client.kubernetes()
                        .configMaps()
                        .inNamespace("openshift-config")
                        .withName("cloud-provider-config")
                        .get()
                        .getData())
                .containsOnlyKeys("cloud.conf");
    }

    @Test
    void namesFileThatIsNoYaml(@TempDir Path samples) throws IOException {
        Path file = Files.createDirectory(samples.resolve("cluster")).resolve("objects.yaml");
        Files.writeString(file, "kind: a: b\n");

        assertThatThrownBy(() -> SampleCluster.of("AWS", PROVIDERS, false).objects(samples))
                .isInstanceOf(DevModeException.class)
                .hasMessage("cannot read " + file
                        + ": line 1, column 8: a colon and a blank are not allowed here; put a value that has them in"
                        + " quotes, and align the keys of a map");
    }

    @Test
    void definesKindsOfOpenShiftForOtherClusters() throws IOException {
        Map<String, KubernetesObject> kinds =
                SampleCluster.manifests(Files.readAllBytes(SAMPLES.resolve("cluster/kinds.yaml"))).stream()
                        .collect(Collectors.toMap(
                                kind -> kind.fields().string("spec", "names", "kind"), Function.identity()));

        assertThat(kinds).containsKey("ClusterOperator");
        assertThat(SampleCluster.of("AWS", PROVIDERS, false).objects(SAMPLES))
                .filteredOn(object -> object.apiVersion().contains("openshift.io"))
                .hasSizeGreaterThan(5)
                .allSatisfy(object -> {
                    KubernetesObject kind = kinds.get(object.kind());
                    assertThat(kind.fields().string("spec", "group") + "/v1").isEqualTo(object.apiVersion());
                    assertThat(kind.fields().maps("spec", "versions"))
                            .as("kubectl apply writes the status")
                            .singleElement()
                            .satisfies(version -> assertThat(version).doesNotContainKey("subresources"));
                });
    }

    @Test
    void requiresCloudControllerManagerOnExternalPlatform() {
        create("External/fog");

        KubernetesObject infrastructure = infrastructure();
        assertThat(infrastructure.fields().string("spec", "platformSpec", "external", "platformName"))
                .isEqualTo("fog");
        assertThat(infrastructure
                        .fields()
                        .string("status", "platformStatus", "external", "cloudControllerManager", "state"))
                .isEqualTo("External");
    }

    @Test
    void describesClusterWithoutOpenShiftByCloudControllerManager() {
        List<KubernetesObject> objects = List.copyOf(
                SampleCluster.of("Azure/AzureStackCloud", PROVIDERS, true).objects(SAMPLES));

        objects.forEach(client::create);
        assertThat(objects)
                .noneMatch(object -> object.apiVersion().contains("openshift.io"))
                .filteredOn(object -> object.kind().equals("Namespace"))
                .extracting(KubernetesObject::name)
                .containsExactlyInAnyOrder(NAMESPACE, NAMESPACE + "-operator");
        assertThat(cluster(objects).string("provider")).isEqualTo("azurestack");
        assertThat(cluster(objects).string("name")).isEqualTo("sample-7xk2p");
        assertThat(cluster(SampleCluster.of("External/fog", PROVIDERS, true).objects(SAMPLES))
                        .map())
                .containsEntry("provider", "fog");
    }

    /** The operator reads the ConfigMap in its own namespace. */
    @Test
    void namesCloudConfigurationOfClusterWithoutOpenShift() {
        ProviderDescriptor provider = provider(
                "fog", "External", "fog", Optional.of(new CloudConfig(CloudConfig.Source.USER, Optional.empty())));

        List<KubernetesObject> objects = List.copyOf(new SampleCluster(provider, true).objects(SAMPLES));

        assertThat(cluster(objects).map("cloudConfig", "configMap"))
                .isEqualTo(Map.of("name", "cloud-config", "key", "cloud.conf"));
        assertThat(objects)
                .filteredOn(object -> object.kind().equals("ConfigMap"))
                .singleElement()
                .satisfies(configMap -> {
                    assertThat(configMap.display()).isEqualTo("ConfigMap " + NAMESPACE + "-operator/cloud-config");
                    assertThat(configMap.fields().map("data")).containsOnlyKeys("cloud.conf");
                });
    }

    @Test
    void hasOptionalObjectOfOpenShift() {
        assertThat(SampleCluster.of("AWS", PROVIDERS, false).objects(SAMPLES))
                .extracting(KubernetesObject::display)
                .contains("CloudControllerManager cluster");
    }

    @Test
    void createsCredentialsOfProvider() {
        create("AWS");

        assertThat(client.kubernetes()
                        .secrets()
                        .inNamespace(NAMESPACE)
                        .withName("credentials")
                        .get())
                .isNotNull();
    }

    @Test
    void rejectsPlatformWithoutProviderAndListsThoseWithOne() {
        assertThatThrownBy(() -> SampleCluster.of("Mist", PROVIDERS, false))
                .isInstanceOf(DevModeException.class)
                .hasMessage("ccm-operator.dev.platform: no provider is for 'Mist';"
                        + " it is one of AWS, Azure, Azure/AzureStackCloud, External/fog");
    }

    @Test
    void namesRejectedObject() {
        client.create(workload("Deployment"));

        assertThatThrownBy(() -> client.create(workload("Deployment")))
                .isInstanceOf(DevModeException.class)
                .hasMessageStartingWith("cannot create Deployment openshift-cloud-controller-manager/fog: ")
                .hasMessageContaining("already exists")
                .hasMessageNotContaining("\n");
    }

    @Test
    void completesRolloutOfEachNewGeneration() {
        create("AWS");
        client.create(workload("Deployment"));
        client.create(workload("DaemonSet"));

        new SimulatedRollouts(client).complete();

        DeploymentStatus deployment = client.kubernetes()
                .apps()
                .deployments()
                .inNamespace(NAMESPACE)
                .withName("fog")
                .get()
                .getStatus();
        assertThat(deployment.getObservedGeneration()).isEqualTo(1);
        assertThat(deployment.getAvailableReplicas()).isEqualTo(2);
        assertThat(deployment.getConditions()).anySatisfy(condition -> {
            assertThat(condition.getType()).isEqualTo("Progressing");
            assertThat(condition.getStatus()).isEqualTo("True");
            assertThat(condition.getReason()).isEqualTo("NewReplicaSetAvailable");
        });
        DaemonSetStatus daemonSet = client.kubernetes()
                .apps()
                .daemonSets()
                .inNamespace(NAMESPACE)
                .withName("fog")
                .get()
                .getStatus();
        assertThat(daemonSet.getObservedGeneration()).isEqualTo(1);
        assertThat(daemonSet.getUpdatedNumberScheduled()).isEqualTo(3);
        assertThat(daemonSet.getCurrentNumberScheduled()).isEqualTo(3);
    }

    @Test
    void printsClusterOperatorOncePerChange() {
        createCluster();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        StatusReport report = new StatusReport(
                client,
                SampleCluster.of("AWS", PROVIDERS, false).reporting(),
                new PrintStream(printed, true, StandardCharsets.UTF_8));

        assertThat(report.print()).isFalse();
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();

        setAvailable("True");
        assertThat(report.print()).isTrue();
        assertThat(report.print()).isTrue();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("ClusterOperator cloud-controller-manager");

        setAvailable("False");
        assertThat(report.print()).isFalse();
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .filteredOn(line -> line.contains("  Available"))
                .satisfiesExactly(
                        line -> assertThat(line).contains("True"),
                        line -> assertThat(line).contains("False"));
    }

    private void create(String platform) {
        SampleCluster.of(platform, PROVIDERS, false).objects(SAMPLES).forEach(client::create);
    }

    private void createCluster() {
        create("AWS");
        client.create(new KubernetesObject(YamlReader.read("""
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

    private void setAvailable(String available) {
        client.resources("config.openshift.io/v1", "ClusterOperator", "")
                .withName("cloud-controller-manager")
                .editStatus(clusterOperator -> {
                    clusterOperator.setAdditionalProperty("status", Map.of("conditions", conditions(available)));
                    return clusterOperator;
                });
    }

    private KubernetesObject infrastructure() {
        GenericKubernetesResource object = client.resources("config.openshift.io/v1", "Infrastructure", "")
                .withName("cluster")
                .get();
        return new KubernetesObject(object.getAdditionalProperties());
    }

    private static FieldReader cluster(Collection<KubernetesObject> objects) {
        return objects.stream()
                .filter(object -> object.kind().equals("CloudControllerManager"))
                .findFirst()
                .orElseThrow()
                .fields()
                .field("spec", "cluster");
    }

    private static KubernetesObject workload(String kind) {
        return new KubernetesObject(
                YamlReader.read("""
                apiVersion: apps/v1
                kind: %s
                metadata: {name: fog, namespace: openshift-cloud-controller-manager}
                spec: {replicas: 2}
                """.formatted(kind)).get(0).map().orElseThrow());
    }

    private static ProviderDescriptor provider(String name, String platform, String variant) {
        return provider(name, platform, variant, Optional.empty());
    }

    private static ProviderDescriptor provider(
            String name, String platform, String variant, Optional<CloudConfig> cloudConfig) {
        return new ProviderDescriptor(
                name,
                platform,
                variant,
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(),
                Optional.of("credentials"),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                true,
                List.of(),
                List.of(),
                cloudConfig,
                Bootstrap.NONE);
    }
}
