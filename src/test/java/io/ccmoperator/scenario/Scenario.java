// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.scenario;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.YamlText.tree;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.operator.Platform;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Development mode's sample cluster with the operator's controllers at work. */
final class Scenario implements AutoCloseable {
    static final String MANAGED = "openshift-cloud-controller-manager";
    static final String VERSION = "0.0.1-snapshot";

    /** The operating system's certificate authority. */
    static final String SYSTEM_CA = Certificates.pem("ca-5");

    /** Much longer than anything takes, for machines that do much else. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Path SAMPLE_CLUSTER = PayloadFolder.project().resolve("docs/samples/cluster/objects.yaml");
    private static final KubernetesObject CLUSTER_OPERATOR = manifest("""
            apiVersion: config.openshift.io/v1
            kind: ClusterOperator
            metadata: {name: cloud-controller-manager}
            """);

    private final SourceProviders providers = SourceProviders.open();
    private final InMemoryServerResource server;
    private final ClusterObjects cluster;
    private ControllersUnderTest controllers;

    private Scenario(InMemoryServerResource server) {
        this.server = server;
        server.start();
        cluster = new ClusterObjects(server.client());
    }

    /** Starts a server with the sample cluster on a platform, and then the controllers. */
    static Scenario start(InMemoryServerResource server, Platform platform, Path folder) {
        Scenario started = new Scenario(server);
        try {
            started.begin(platform, folder);
            return started;
        } catch (IOException e) {
            started.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    private void begin(Platform platform, Path folder) throws IOException {
        YamlReader.read(Files.readAllBytes(SAMPLE_CLUSTER)).stream()
                .flatMap(document -> document.map().stream())
                .forEach(object -> cluster.put(new KubernetesObject(object)));
        Stream.of("azure-cloud-credentials", "digitalocean", "openstack-cloud-credentials", "vsphere-cloud-credentials")
                .forEach(name -> cluster.put(object("v1", "Secret", name)));
        platform(platform);
        Path bundle = Files.writeString(folder.resolve("system.pem"), SYSTEM_CA);
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: scenario
                contexts: [{name: scenario, context: {cluster: scenario, user: scenario}}]
                clusters: [{name: scenario, cluster: {server: '%s'}}]
                users: [{name: scenario, user: {token: scenario}}]
                """.formatted(server.uri()));
        controllers = ControllersUnderTest.start(kubeconfig, bundle, images());
    }

    private static ImageReferences images() {
        Map<String, String> images = new TreeMap<>();
        Stream.concat(
                        PayloadFolder.images().keySet().stream(),
                        Stream.of(
                                "cloudControllerManagerDigitalOcean",
                                "cloudControllerManagerAlibaba",
                                "cloudControllerManagerExoscale",
                                "cloudControllerManagerHetzner",
                                "cloudControllerManagerKubeVirt",
                                "cloudControllerManagerLinode",
                                "cloudControllerManagerOracle",
                                "cloudControllerManagerOutscale",
                                "cloudControllerManagerProxmox",
                                "cloudControllerManagerScaleway",
                                "cloudControllerManagerSTACKIT",
                                "cloudControllerManagerVultr"))
                .forEach(key -> images.put(key, "registry/" + key + ":1"));
        return new ImageReferences(images);
    }

    ClusterObjects cluster() {
        return cluster;
    }

    /** Changes the platform of the cluster, with a user's cloud configuration. */
    void platform(Platform platform) {
        userConfigMap("cloud-provider-config", Map.of("cloud.conf", platform.cloudConf()));
        infrastructure(platform, "HighlyAvailable");
    }

    /** Changes the platform and the topology. */
    void infrastructure(Platform platform, String topology) {
        Map<String, Object> spec = tree(platform.spec());
        spec.put("cloudConfig", Map.of("name", "cloud-provider-config", "key", "cloud.conf"));
        KubernetesObject infrastructure =
                manifest("{apiVersion: config.openshift.io/v1, kind: Infrastructure, metadata: {name: cluster}}");
        infrastructure.tree().put("spec", spec);
        infrastructure
                .tree()
                .put(
                        "status",
                        Map.of(
                                "infrastructureName",
                                "sample-1",
                                "controlPlaneTopology",
                                topology,
                                "infrastructureTopology",
                                topology,
                                "platformStatus",
                                tree(platform.status())));
        cluster.put(infrastructure);
    }

    /** A ConfigMap of the namespace openshift-config. */
    void userConfigMap(String name, Map<String, Object> data) {
        KubernetesObject configMap = object("v1", "ConfigMap", "openshift-config", name);
        configMap.tree().put("data", data);
        cluster.put(configMap);
    }

    /** Waits until the objects of a platform, and no Deployments of others, are rolled out and reported. */
    void awaitConverged(Platform platform) {
        await("Deployments of " + platform)
                .atMost(PATIENCE)
                .until(() -> names("Deployment").equals(platform.deployments())
                        && related("deployments").equals(platform.deployments()));
        awaitAvailable();
    }

    /** Completes rollouts until the ClusterOperator is Available and neither Progressing nor Degraded. */
    void awaitAvailable() {
        await("Available").atMost(PATIENCE).until(() -> {
            rollOut();
            return is("Available", "True") && is("Progressing", "False") && is("Degraded", "False");
        });
    }

    /** Whether a condition of the ClusterOperator has a status. */
    boolean is(String type, String status) {
        controllers.check();
        return cluster
                .find(CLUSTER_OPERATOR)
                .map(operator -> operator.fields().maps("status", "conditions"))
                .orElse(List.of())
                .stream()
                .anyMatch(condition -> type.equals(condition.get("type")) && status.equals(condition.get("status")));
    }

    KubernetesObject clusterOperator() {
        return cluster.live(CLUSTER_OPERATOR);
    }

    /** The names of the workloads of a kind in the managed namespace. */
    private Set<String> names(String kind) {
        controllers.check();
        return cluster.like(object("apps/v1", kind, "")).stream()
                .map(KubernetesObject::name)
                .collect(Collectors.toSet());
    }

    private Set<Object> related(String resource) {
        return cluster
                .find(CLUSTER_OPERATOR)
                .map(operator -> operator.fields().maps("status", "relatedObjects"))
                .orElse(List.of())
                .stream()
                .filter(reference -> resource.equals(reference.get("resource")))
                .map(reference -> reference.get("name"))
                .collect(Collectors.toSet());
    }

    /** Reports what the controllers of workloads do when all Pods are of the current generation. */
    private void rollOut() {
        cluster.like(object("apps/v1", "Deployment", "")).forEach(deployment -> {
            Map<String, Object> status = tree("{replicas: 2, updatedReplicas: 2, availableReplicas: 2, conditions:"
                    + " [{type: Progressing, status: 'True', reason: NewReplicaSetAvailable}]}");
            report(deployment, "Deployment", status);
        });
        cluster.like(object("apps/v1", "DaemonSet", "")).forEach(daemonSet -> {
            Map<String, Object> status = tree("{currentNumberScheduled: 3, desiredNumberScheduled: 3,"
                    + " updatedNumberScheduled: 3, numberAvailable: 3}");
            report(daemonSet, "DaemonSet", status);
        });
    }

    private void report(KubernetesObject workload, String kind, Map<String, Object> status) {
        status.put("observedGeneration", workload.fields().at("metadata", "generation"));
        if (!status.equals(workload.fields().map("status"))) {
            cluster.putStatus(object("apps/v1", kind, workload.name()), status);
        }
    }

    /** The key of an object of the managed namespace. */
    static KubernetesObject object(String apiVersion, String kind, String name) {
        return object(apiVersion, kind, MANAGED, name);
    }

    /** The key of an object; the namespace is empty for cluster-scoped ones. */
    static KubernetesObject object(String apiVersion, String kind, String namespace, String name) {
        KubernetesObject object =
                manifest("{apiVersion: %s, kind: %s, metadata: {name: '%s'}}".formatted(apiVersion, kind, name));
        if (!namespace.isEmpty()) {
            object.fields().map("metadata").put("namespace", namespace);
        }
        return object;
    }

    @Override
    public void close() {
        if (controllers != null) {
            controllers.close();
        }
        server.stop();
        providers.close();
    }
}
