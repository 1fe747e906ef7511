// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rbac;

/**
 * One verb on one resource, the smallest part of a rule of RBAC.
 *
 * @param namespace of the objects; empty: everywhere
 * @param group of the API; empty: the core group
 * @param resource plural, with the subresource after a slash; a path that begins with a slash is a non-resource URL
 * @param verb such as get
 * @param name of the object; empty: any
 */
public record Permission(String namespace, String group, String resource, String verb, String name) {
    /** Whether the holder of this permission may do or grant the other one. */
    public boolean covers(Permission other) {
        return (namespace.isEmpty() || namespace.equals(other.namespace))
                && group.equals(other.group)
                && resource.equals(other.resource)
                && verb.equals(other.verb)
                && (name.isEmpty() || name.equals(other.name));
    }
}
