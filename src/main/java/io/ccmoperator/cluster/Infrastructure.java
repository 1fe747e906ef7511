// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * What the operator needs of the Infrastructure {@code cluster} (config.openshift.io/v1), or of a {@link DescribedCluster}.
 *
 * @param platform status.platformStatus.type, never empty
 * @param variant what distinguishes providers of the platform: for Azure the cloud's name, for External the platform's
 *     name; empty elsewhere
 * @param name status.infrastructureName, empty where it is not set
 * @param topology from status.controlPlaneTopology
 * @param externalCloudControllerManager for External: whether the platform requires one; true for other platforms
 * @param apiServer host and port by which Pods reach the API server where a {@link DescribedCluster} names them
 * @param cloudConfig the user's cloud configuration, if one is named
 */
public record Infrastructure(
        String platform,
        String variant,
        String name,
        Topology topology,
        boolean externalCloudControllerManager,
        Optional<URI> apiServer,
        Optional<CloudConfigReference> cloudConfig) {

    /**
     * The object with the cloud's configuration.
     *
     * @param kind ConfigMap, or Secret where the cluster has no objects of OpenShift
     * @param namespace openshift-config, or the operator's where the cluster has no objects of OpenShift
     * @param key the key that holds the configuration; empty for the usual one
     */
    public record CloudConfigReference(ResourceKind kind, String namespace, String name, String key) {}

    /**
     * Reads the object's tree, or that of a {@link DescribedCluster}.
     *
     * @throws InvalidInputException if the platform is missing
     */
    public static Infrastructure of(Map<String, Object> tree) {
        KubernetesObject object = new KubernetesObject(tree);
        String platform = object.fields().string("status", "platformStatus", "type");
        if (platform.isEmpty()) {
            throw new InvalidInputException(place(object, "type") + " is missing; "
                    + (isDescribed(object)
                            ? "set it to the name of the provider of the cluster's cloud, such as aws"
                            : "the installer sets it, or set it to the cluster's platform"));
        }
        return new Infrastructure(
                platform,
                variant(platform, object),
                object.fields().string("status", "infrastructureName"),
                Topology.of(object.fields().string("status", "controlPlaneTopology")),
                externalCloudControllerManager(platform, object),
                Optional.of(object.fields().string("status", "apiServerInternalURI"))
                        .filter(address -> isDescribed(object) && !address.isEmpty())
                        .map(Infrastructure::address),
                cloudConfig(object));
    }

    /** A file may have what the API server refuses. */
    private static URI address(String address) {
        try {
            URI uri = URI.create(address);
            if (address.equals("https://" + uri.getRawAuthority())) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw noHost();
        }
        throw noHost();
    }

    private static InvalidInputException noHost() {
        return new InvalidInputException(
                DescribedCluster.OBJECT + ": " + DescribedCluster.FIELD
                        + ".apiServer.host is neither a host name nor an IP address; write it alone, without scheme, port and path");
    }

    /** The kind of cloud-conf: where the user keeps the configuration in a Secret, it stays in one. */
    public ResourceKind kindOfCloudConf() {
        return cloudConfig.map(CloudConfigReference::kind).orElse(ResourceKind.CONFIG_MAP);
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
        FieldReader reference = object.fields().field("spec", "cloudConfig");
        boolean described = isDescribed(object);
        return Optional.of(reference.string("name"))
                .filter(name -> !name.isEmpty())
                .map(name -> new CloudConfigReference(
                        described && reference.string("kind").equals("Secret")
                                ? ResourceKind.SECRET
                                : ResourceKind.CONFIG_MAP,
                        described ? reference.string("namespace") : "openshift-config",
                        name,
                        reference.string("key")));
    }

    /**
     * Where an administrator finds a field of the platform, for messages.
     *
     * @param object an Infrastructure, or that of a {@link DescribedCluster}
     * @param field its path in status.platformStatus
     */
    public static String place(KubernetesObject object, String field) {
        String path = field.equals("type") ? "provider" : field;
        return isDescribed(object)
                ? DescribedCluster.OBJECT + ": " + DescribedCluster.FIELD + "." + path
                : "Infrastructure " + object.name() + ": status.platformStatus." + field;
    }

    /** Where the name of the cluster is, as messages say it. */
    public static String placeOfName(KubernetesObject object) {
        return isDescribed(object)
                ? DescribedCluster.OBJECT + ": " + DescribedCluster.FIELD + ".name"
                : "Infrastructure " + object.name() + ": status.infrastructureName";
    }

    private static boolean isDescribed(KubernetesObject object) {
        return object.kind().equals("CloudControllerManager");
    }
}
