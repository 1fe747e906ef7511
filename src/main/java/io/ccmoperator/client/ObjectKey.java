// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;

/**
 * Which object.
 *
 * @param kind its kind
 * @param namespace its namespace; empty for an object of the cluster
 * @param name its name
 */
public record ObjectKey(ResourceKind kind, String namespace, String name) {
    /** An object of the cluster. */
    public static ObjectKey ofCluster(ResourceKind kind, String name) {
        return new ObjectKey(kind, "", name);
    }

    /**
     * The key of an object.
     *
     * @throws IllegalArgumentException if it is of a kind that the operator does not know
     */
    public static ObjectKey of(KubernetesObject object) {
        return new ObjectKey(
                ResourceKind.of(object)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "no kind " + object.apiVersion() + " " + object.kind() + " is known")),
                object.namespace(),
                object.name());
    }

    /** The path of the collection that holds the object. */
    String collectionPath() {
        return kind.path(namespace);
    }

    /** The path of the object. */
    public String path() {
        return collectionPath() + "/" + name;
    }

    /** Kind, namespace and name as messages show them, e.g. {@code ConfigMap openshift-config/cloud}. */
    @Override
    public String toString() {
        return kind.kind() + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
    }
}
