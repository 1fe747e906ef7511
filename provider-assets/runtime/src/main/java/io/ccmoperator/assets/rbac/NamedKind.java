// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rbac;

import io.ccmoperator.assets.ResourceKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Kinds whose objects the rules of the operator name: who may change any of these may take over the cluster. Their names are
 * known when the operator is built.
 */
public enum NamedKind {
    CLUSTER_ROLE(ResourceKind.CLUSTER_ROLE),
    CLUSTER_ROLE_BINDING(ResourceKind.CLUSTER_ROLE_BINDING),
    ROLE(ResourceKind.ROLE),
    ROLE_BINDING(ResourceKind.ROLE_BINDING),
    VALIDATING_ADMISSION_POLICY(ResourceKind.VALIDATING_ADMISSION_POLICY),
    VALIDATING_ADMISSION_POLICY_BINDING(ResourceKind.VALIDATING_ADMISSION_POLICY_BINDING);

    /** The verb of a request whose object has no name that a rule could limit. */
    public static final String CREATE = "create";

    private static final List<String> APPLY = List.of("get", "list", "watch", "update", "delete");

    /** Pruning reads an object before it deletes it. */
    private static final List<String> PRUNE = List.of("get", "delete");

    private final ResourceKind kind;

    NamedKind(ResourceKind kind) {
        this.kind = kind;
    }

    /** The kind of that name, if it is one of these. */
    public static Optional<NamedKind> of(String kind) {
        return Arrays.stream(values())
                .filter(known -> known.kind().equals(kind))
                .findFirst();
    }

    /** The kind that a permission is on, if it is one of these. */
    public static Optional<NamedKind> of(Permission permission) {
        return Arrays.stream(values())
                .filter(known -> known.kind.group().equals(permission.group())
                        && known.kind.plural().equals(permission.resource()))
                .findFirst();
    }

    /** The name in an object's field kind. */
    public String kind() {
        return kind.kind();
    }

    /** What the operator needs to apply an object of this kind, to watch it and to delete it. */
    List<Permission> toApply(String namespace, String name) {
        List<Permission> permissions = new ArrayList<>(permissions(APPLY, namespace, name));
        permissions.add(new Permission(namespace, kind.group(), kind.plural(), CREATE, ""));
        return permissions;
    }

    /** What the operator needs to delete an object of this kind that no provider has any more. */
    public List<Permission> toPrune(String namespace, String name) {
        return permissions(PRUNE, namespace, name);
    }

    private List<Permission> permissions(List<String> verbs, String namespace, String name) {
        return verbs.stream()
                .map(verb -> new Permission(namespace, kind.group(), kind.plural(), verb, name))
                .toList();
    }
}
