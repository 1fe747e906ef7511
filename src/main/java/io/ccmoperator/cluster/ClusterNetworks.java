// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import io.ccmoperator.assets.KubernetesObject;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The cluster's networks, from the status of the Network {@code cluster} (config.openshift.io/v1).
 *
 * @param clusterNetwork networks of Pods in CIDR notation, the primary one first; empty while the status has none
 * @param serviceNetwork networks of Services in CIDR notation, the primary one first; empty while the status has none
 */
public record ClusterNetworks(List<String> clusterNetwork, List<String> serviceNetwork) {
    /** A cluster whose networks are not known. */
    public static final ClusterNetworks NONE = new ClusterNetworks(List.of(), List.of());

    public ClusterNetworks {
        clusterNetwork = List.copyOf(clusterNetwork);
        serviceNetwork = List.copyOf(serviceNetwork);
    }

    /** Reads the object's tree. */
    public static ClusterNetworks of(Map<String, Object> tree) {
        KubernetesObject object = new KubernetesObject(tree);
        return new ClusterNetworks(
                object.fields().maps("status", "clusterNetwork").stream()
                        .map(network -> network.get("cidr"))
                        .filter(Objects::nonNull)
                        .map(Object::toString)
                        .toList(),
                object.fields().list("status", "serviceNetwork").stream()
                        .map(Object::toString)
                        .toList());
    }
}
