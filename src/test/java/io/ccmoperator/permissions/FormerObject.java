// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.permissions;

import io.ccmoperator.assets.rbac.NamedKind;

/**
 * An object that a former release applied and no provider has any more. Where a cluster still has it, the operator deletes it.
 *
 * @param kind its kind
 * @param namespace its namespace; empty for an object of the cluster
 * @param name its name
 */
public record FormerObject(NamedKind kind, String namespace, String name) {
    @Override
    public String toString() {
        return kind.kind() + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
    }
}
