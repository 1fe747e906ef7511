/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode.memory;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What the path of a request names.
 *
 * @param groupVersion API group and version, such as {@code apps/v1}; {@code v1} for the core group
 * @param resource the name of the collection, such as {@code deployments}
 * @param namespace empty for the cluster and for all namespaces
 * @param name empty for a collection
 * @param subresource such as {@code status}; empty for the object itself
 */
record ResourcePath(String groupVersion, String resource, String namespace, String name, String subresource) {
    /** Reads a path without its query; empty if it is no path of an API. */
    static Optional<ResourcePath> of(String path) {
        List<String> parts = Arrays.asList(path.substring(1).split("/"));
        if (parts.get(0).equals("api") && parts.size() > 2) {
            return of(parts.get(1), parts.subList(2, parts.size()));
        } else if (parts.get(0).equals("apis") && parts.size() > 3) {
            return of(parts.get(1) + "/" + parts.get(2), parts.subList(3, parts.size()));
        }
        return Optional.empty();
    }

    private static Optional<ResourcePath> of(String groupVersion, List<String> parts) {
        boolean inNamespace = parts.get(0).equals("namespaces") && parts.size() > 2;
        String namespace = inNamespace ? parts.get(1) : "";
        List<String> rest = inNamespace ? parts.subList(2, parts.size()) : parts;
        return rest.size() > 3
                ? Optional.empty()
                : Optional.of(new ResourcePath(groupVersion, rest.get(0), namespace, part(rest, 1), part(rest, 2)));
    }

    private static String part(List<String> parts, int index) {
        return index < parts.size() ? parts.get(index) : "";
    }

    /** The object of a name in this collection. */
    ResourcePath object(String itsName) {
        return new ResourcePath(groupVersion, resource, namespace, itsName, "");
    }

    /** The namespace itself that the path is in. */
    ResourcePath itsNamespace() {
        return new ResourcePath("v1", "namespaces", "", namespace, "");
    }

    /** Whether the path of an object is this one or in this collection. */
    boolean covers(ResourcePath object) {
        return groupVersion.equals(object.groupVersion)
                && resource.equals(object.resource)
                && (namespace.isEmpty() || namespace.equals(object.namespace))
                && (name.isEmpty() || name.equals(object.name));
    }

    /** Resource and name as messages of API servers show them, e.g. {@code deployments.apps "aws"}. */
    @Override
    public String toString() {
        String group = groupVersion.contains("/") ? "." + groupVersion.substring(0, groupVersion.indexOf('/')) : "";
        return resource + group + " \"" + name + "\"";
    }
}
