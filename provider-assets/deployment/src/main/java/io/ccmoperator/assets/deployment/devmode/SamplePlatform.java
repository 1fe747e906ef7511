// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The platform of the sample cluster.
 *
 * @param provider the provider that the operator is to choose there
 */
record SamplePlatform(ProviderDescriptor provider) {
    private static final String CLOUD_CONFIG = "cloud-provider-config";
    private static final String CLOUD_CONFIG_KEY = "config";

    /**
     * The platform of a name.
     *
     * @param name a platform, and after a slash its variant where it has one; the letter case does not matter
     * @throws DevModeException if no provider is for it; the message lists those that there are
     */
    static SamplePlatform of(String name, List<ProviderDescriptor> providers) {
        return providers.stream()
                .filter(provider -> name(provider).equalsIgnoreCase(name))
                .findFirst()
                .map(SamplePlatform::new)
                .orElseThrow(() -> new DevModeException("ccm-operator.dev.platform: no provider is for '" + name
                        + "'; it is one of "
                        + providers.stream().map(SamplePlatform::name).sorted().collect(Collectors.joining(", "))));
    }

    private static String name(ProviderDescriptor provider) {
        return provider.platform() + (provider.variant().isEmpty() ? "" : "/" + provider.variant());
    }

    /** The name by which it is chosen. */
    String name() {
        return name(provider);
    }

    /** The Infrastructure of a cluster there. */
    KubernetesObject infrastructure() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", "config.openshift.io/v1");
        tree.put("kind", "Infrastructure");
        tree.put("metadata", Map.of("name", "cluster"));
        tree.put("spec", spec());
        tree.put(
                "status",
                Map.of(
                        "infrastructureName", "sample-7xk2p",
                        "controlPlaneTopology", "HighlyAvailable",
                        "infrastructureTopology", "HighlyAvailable",
                        "platformStatus", status()));
        return new KubernetesObject(tree);
    }

    /** The user's cloud configuration, which the Infrastructure names, if the platform has one. */
    Optional<KubernetesObject> cloudConfig() {
        return provider.cloudConfig()
                .map(config -> new KubernetesObject(Map.of(
                        "apiVersion",
                        "v1",
                        "kind",
                        "ConfigMap",
                        "metadata",
                        Map.of("name", CLOUD_CONFIG, "namespace", "openshift-config"),
                        "data",
                        Map.of(CLOUD_CONFIG_KEY, cloudConfigText()))));
    }

    /** As short as the platform allows. */
    private String cloudConfigText() {
        return switch (provider.platform()) {
            case "Azure" -> "{\"resourceGroup\": \"sample-7xk2p-rg\"}\n";
            case "VSphere" ->
                "global:\n  insecureFlag: true\nvcenter:\n  vcenter.example.com:\n    server: vcenter.example.com\n";
            case "Nutanix" -> "{}\n";
            default -> "[Global]\n";
        };
    }

    private Map<String, Object> spec() {
        Map<String, Object> platform = provider.platform().equals("External")
                ? Map.of("type", "External", "external", Map.of("platformName", provider.variant()))
                : Map.of("type", provider.platform());
        return provider.cloudConfig().isPresent()
                ? Map.of("platformSpec", platform, "cloudConfig", Map.of("name", CLOUD_CONFIG, "key", CLOUD_CONFIG_KEY))
                : Map.of("platformSpec", platform);
    }

    private Map<String, Object> status() {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("type", provider.platform());
        status.putAll(details());
        return status;
    }

    /** What the CustomResourceDefinition requires beside the type, and the fields that distinguish variants. */
    private Map<String, Object> details() {
        return switch (provider.platform()) {
            case "AWS" -> yaml("aws: {region: eu-central-1}");
            case "AlibabaCloud" -> yaml("alibabaCloud: {region: eu-central-1}");
            case "Azure" ->
                Map.of(
                        "azure",
                        Map.of(
                                "resourceGroupName",
                                "sample-7xk2p-rg",
                                "cloudName",
                                provider.variant().isEmpty() ? "AzurePublicCloud" : provider.variant()));
            case "External" -> yaml("external: {cloudControllerManager: {state: External}}");
            case "GCP" -> yaml("gcp: {projectID: sample, region: europe-west3}");
            case "IBMCloud" -> yaml("ibmcloud: {location: eu-de, resourceGroupName: sample-7xk2p, providerType: VPC}");
            case "PowerVS" -> yaml("powervs: {region: eu-de, zone: eu-de-1}");
            default -> Map.of();
        };
    }

    private static Map<String, Object> yaml(String text) {
        return YamlReader.read(text).get(0).map().orElseThrow();
    }
}
