// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rbac;

import java.util.List;

/**
 * An object that a former release applied and no provider has any more. Where a cluster still has it, the operator deletes it.
 *
 * @param kind its kind
 * @param namespace its namespace; empty for an object of the cluster
 * @param name its name
 */
public record FormerObject(NamedKind kind, String namespace, String name) {
    /** What the operator needs to delete it. */
    public List<Permission> permissions() {
        return kind.toPrune(namespace, name);
    }

    @Override
    public String toString() {
        return kind.kind() + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
    }
}
