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
 * What the operator finds in a cluster of OpenShift.
 *
 * @param provider the provider that the operator is to choose there
 */
record SampleCluster(ProviderDescriptor provider) {
    /** The inputs of the commands {@code render} and {@code manifests}. */
    private static final List<String> OF_PLATFORM =
            List.of("infrastructure.yaml", "cloud-config.yaml", "credentials.yaml");

    private static final String CONFIG_OF_INFRASTRUCTURE = ", cloudConfig: {name: cloud-provider-config, key: config}";
    private static final String CLOUD_CONFIG = """
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: cloud-provider-config, namespace: openshift-config}
            data: {config: "%s"}
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
    static SampleCluster of(String platform, List<ProviderDescriptor> providers) {
        return providers.stream()
                .map(SampleCluster::new)
                .filter(cluster -> cluster.platform().equalsIgnoreCase(platform))
                .findFirst()
                .orElseThrow(() -> new DevModeException("ccm-operator.dev.platform: no provider is for '" + platform
                        + "'; it is one of "
                        + providers.stream()
                                .map(provider -> new SampleCluster(provider).platform())
                                .sorted()
                                .collect(Collectors.joining(", "))));
    }

    /** The name by which the platform is chosen. */
    String platform() {
        return provider.platform() + (provider.variant().isEmpty() ? "" : "/" + provider.variant());
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
    private String ofDescriptor() {
        String cloudConfig = switch (provider.platform()) {
            case "Azure", "Nutanix" -> "{}";
            case "VSphere" -> "vcenter: {vcenter.example.com: {server: vcenter.example.com}}";
            default -> "[Global]";
        };
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
                spec: {platformSpec: {%s}%s}
                status:
                  infrastructureName: sample-7xk2p
                  controlPlaneTopology: HighlyAvailable
                  infrastructureTopology: HighlyAvailable
                  platformStatus: {%s}
                """.formatted(spec, provider.cloudConfig().isPresent() ? CONFIG_OF_INFRASTRUCTURE : "", status)
                + (provider.cloudConfig().isPresent() ? CLOUD_CONFIG.formatted(cloudConfig) : "")
                + provider.credentialsSecret()
                        .map(name -> CREDENTIALS.formatted(name, ManagedNamespace.DEFAULT))
                        .orElse("");
    }

    /** The YAML documents of a file. */
    static List<KubernetesObject> manifests(byte[] yaml) {
        return YamlReader.read(yaml).stream()
                .flatMap(document -> document.map().stream())
                .map(KubernetesObject::new)
                .toList();
    }
}
