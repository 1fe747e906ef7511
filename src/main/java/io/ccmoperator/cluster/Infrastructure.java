// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import io.ccmoperator.assets.KubernetesObject;
import java.util.Map;
import java.util.Optional;

/**
 * What the operator needs of the Infrastructure {@code cluster} (config.openshift.io/v1).
 *
 * @param platform status.platformStatus.type, never empty
 * @param variant what distinguishes providers of the platform: for Azure the cloud's name, for External the platform's
 *     name; empty elsewhere
 * @param name status.infrastructureName, empty where it is not set
 * @param topology from status.controlPlaneTopology
 * @param externalCloudControllerManager for External: whether the platform requires one; true for other platforms
 * @param cloudConfig the user's cloud configuration in openshift-config, if one is named
 */
public record Infrastructure(
        String platform,
        String variant,
        String name,
        Topology topology,
        boolean externalCloudControllerManager,
        Optional<CloudConfigReference> cloudConfig) {

    /**
     * The ConfigMap with the cloud's configuration.
     *
     * @param name the ConfigMap's name in openshift-config
     * @param key the key that holds the configuration; empty for the usual one
     */
    public record CloudConfigReference(String name, String key) {}

    /**
     * Reads the object's tree.
     *
     * @throws InvalidInputException if status.platformStatus.type is missing or empty
     */
    public static Infrastructure of(Map<String, Object> tree) {
        KubernetesObject object = new KubernetesObject(tree);
        String platform = object.fields().string("status", "platformStatus", "type");
        if (platform.isEmpty()) {
            throw new InvalidInputException(
                    "Infrastructure " + object.name()
                            + ": status.platformStatus.type is missing; the installer sets it, or set it to the cluster's platform");
        }
        return new Infrastructure(
                platform,
                variant(platform, object),
                object.fields().string("status", "infrastructureName"),
                Topology.of(object.fields().string("status", "controlPlaneTopology")),
                externalCloudControllerManager(platform, object),
                cloudConfig(object));
    }

    private static String variant(String platform, KubernetesObject object) {
        return switch (platform) {
            case "Azure" -> object.fields().string("status", "platformStatus", "azure", "cloudName");
            case "External" -> object.fields().string("spec", "platformSpec", "external", "platformName");
            default -> "";
        };
    }

    private static boolean externalCloudControllerManager(String platform, KubernetesObject object) {
        return !platform.equals("External")
                || object.fields()
                        .string("status", "platformStatus", "external", "cloudControllerManager", "state")
                        .equals("External");
    }

    private static Optional<CloudConfigReference> cloudConfig(KubernetesObject object) {
        String name = object.fields().string("spec", "cloudConfig", "name");
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(new CloudConfigReference(name, object.fields().string("spec", "cloudConfig", "key")));
    }
}
