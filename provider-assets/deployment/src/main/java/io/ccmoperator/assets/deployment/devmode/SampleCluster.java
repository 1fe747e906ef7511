// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.assets.tree.YamlReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the operator finds in a cluster.
 *
 * @param provider the provider that the operator is to choose there
 * @param isKubernetes whether the cluster has nothing of OpenShift, and CloudControllerManager {@code cluster} describes it
 */
record SampleCluster(ProviderDescriptor provider, boolean isKubernetes) {
    /** The inputs of the commands {@code render} and {@code manifests}. */
    private static final List<String> OF_PLATFORM =
            List.of("infrastructure.yaml", "cloud-config.yaml", "credentials.yaml");

    private static final String NAME = "sample-7xk2p";
    private static final String TOPOLOGY = "HighlyAvailable";
    private static final String OPERATOR_NAMESPACE = ManagedNamespace.DEFAULT + "-operator";
    private static final String CLUSTER_OPERATOR =
            "{apiVersion: config.openshift.io/v1, kind: ClusterOperator, metadata: {name: cloud-controller-manager}}";
    private static final String MANAGER =
            "{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster}}";
    private static final String CONFIG_OF_INFRASTRUCTURE = ", cloudConfig: {name: cloud-provider-config, key: config}";
    private static final String CONFIG_MAP = """
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: %s, namespace: %s}
            data: {%s: "%s"}
            """;
    private static final String CREDENTIALS = """
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: %s, namespace: %s}
            stringData: {key: placeholder}
            """;

    /**
     * The cluster on a platform.
     *
     * @param platform a platform, and after a slash its variant where it has one; the letter case does not matter
     * @throws DevModeException if no provider is for it; the message lists those that there are
     */
    static SampleCluster of(String platform, List<ProviderDescriptor> providers, boolean isKubernetes) {
        List<SampleCluster> clusters = providers.stream()
                .map(provider -> new SampleCluster(provider, isKubernetes))
                .toList();
        return clusters.stream()
                .filter(cluster -> cluster.platform().equalsIgnoreCase(platform))
                .findFirst()
                .orElseThrow(() -> new DevModeException("ccm-operator.dev.platform: no provider is for '" + platform
                        + "'; it is one of "
                        + clusters.stream()
                                .map(SampleCluster::platform)
                                .sorted()
                                .collect(Collectors.joining(", "))));
    }

    /** The name by which the platform is chosen. */
    String platform() {
        return provider.platform() + (provider.variant().isEmpty() ? "" : "/" + provider.variant());
    }

    /** The kind of cluster, for people. */
    String distribution() {
        return isKubernetes ? "Kubernetes" : "OpenShift";
    }

    /** The object in which the operator reports, by its name. */
    KubernetesObject reporting() {
        return manifest(isKubernetes ? MANAGER : CLUSTER_OPERATOR);
    }

    /**
     * The objects in the order in which they are created: those of every cluster, and those of the platform. Files for the
     * provider in the samples have precedence over what its descriptor says.
     *
     * @param samples the folder docs/samples
     * @throws DevModeException if a file cannot be read; the message names it
     */
    Collection<KubernetesObject> objects(Path samples) {
        List<KubernetesObject> all = new ArrayList<>(manifests(samples.resolve("cluster/objects.yaml")));
        if (isKubernetes) {
            all.removeIf(object -> !object.name().startsWith(ManagedNamespace.DEFAULT));
            all.addAll(ofKubernetes());
            return all;
        }
        all.addAll(manifests(samples.resolve("cluster/cloudcontrollermanager.yaml")));
        all.addAll(manifests(ofDescriptor().getBytes(StandardCharsets.UTF_8)));
        OF_PLATFORM.stream()
                .map(samples.resolve(provider.name())::resolve)
                .filter(Files::exists)
                .forEach(file -> all.addAll(manifests(file)));
        Map<String, KubernetesObject> objects = new LinkedHashMap<>();
        all.forEach(object -> objects.put(object.display(), object));
        return objects.values();
    }

    private static List<KubernetesObject> manifests(Path file) {
        try {
            return manifests(Files.readAllBytes(file));
        } catch (IOException | SyntaxException e) {
            throw new DevModeException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /** As short as the operator allows. */
    private String cloudConfig() {
        return switch (provider.platform()) {
            case "Azure", "Nutanix" -> "{}";
            case "VSphere" -> "vcenter: {vcenter.example.com: {server: vcenter.example.com}}";
            default -> "[Global]";
        };
    }

    /** The same description by CloudControllerManager cluster, with its inputs in the namespace of the operator. */
    private List<KubernetesObject> ofKubernetes() {
        Map<String, Object> cluster = new LinkedHashMap<>();
        cluster.put("provider", provider.name());
        cluster.put("name", NAME);
        cluster.put("controlPlaneTopology", TOPOLOGY);
        cluster.put("network", Map.of("pods", List.of("10.128.0.0/14"), "services", List.of("172.30.0.0/16")));
        StringBuilder inputs = new StringBuilder(credentials());
        if (provider.cloudConfig().isPresent()) {
            cluster.put("cloudConfig", Map.of("configMap", Map.of("name", "cloud-config", "key", "cloud.conf")));
            inputs.append(CONFIG_MAP.formatted("cloud-config", OPERATOR_NAMESPACE, "cloud.conf", cloudConfig()));
        }
        KubernetesObject manager = reporting();
        manager.tree().put("spec", Map.of("cluster", cluster));
        List<KubernetesObject> objects =
                new ArrayList<>(manifests(inputs.toString().getBytes(StandardCharsets.UTF_8)));
        objects.add(manager);
        return objects;
    }

    private String credentials() {
        return provider.credentialsSecret()
                .map(name -> CREDENTIALS.formatted(name, ManagedNamespace.DEFAULT))
                .orElse("");
    }

    /** The same by the objects of OpenShift. */
    private String ofDescriptor() {
        String platform = "type: " + provider.platform();
        String spec = platform;
        String status = platform;
        if (provider.platform().equals("External")) {
            spec += ", external: {platformName: '" + provider.variant() + "'}";
            status += ", external: {cloudControllerManager: {state: External}}";
        } else if (provider.platform().equals("Azure")) {
            status += ", azure: {cloudName: '" + provider.variant() + "'}";
        }
        return """
                apiVersion: config.openshift.io/v1
                kind: Infrastructure
                metadata: {name: cluster}
                spec: {platformSpec: {%1$s}%2$s}
                status:
                  infrastructureName: %3$s
                  controlPlaneTopology: %4$s
                  infrastructureTopology: %4$s
                  platformStatus: {%5$s}
                """.formatted(
                                spec,
                                provider.cloudConfig().isPresent() ? CONFIG_OF_INFRASTRUCTURE : "",
                                NAME,
                                TOPOLOGY,
                                status)
                + (provider.cloudConfig().isPresent()
                        ? CONFIG_MAP.formatted("cloud-provider-config", "openshift-config", "config", cloudConfig())
                        : "")
                + credentials();
    }

    private static KubernetesObject manifest(String yaml) {
        return manifests(yaml.getBytes(StandardCharsets.UTF_8)).get(0);
    }

    /** The YAML documents of a file. */
    static List<KubernetesObject> manifests(byte[] yaml) {
        return YamlReader.read(yaml).stream()
                .flatMap(document -> document.map().stream())
                .map(KubernetesObject::new)
                .toList();
    }
}
