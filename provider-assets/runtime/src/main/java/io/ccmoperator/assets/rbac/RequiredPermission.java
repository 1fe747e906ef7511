// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rbac;

import io.ccmoperator.assets.KubernetesObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A permission without which the operator cannot apply an object: one on the object itself, or one that the object grants,
 * since the API server lets no account grant more than it holds.
 *
 * @param permission the least that is needed
 * @param object what it is needed for
 */
public record RequiredPermission(Permission permission, KubernetesObject object) {
    /**
     * The permissions for the objects of a provider whose kind is one of {@link NamedKind}, in the order of the objects.
     *
     * @param assets all objects of the provider
     * @param payload objects among which roles may be that bindings of the provider refer to
     */
    public static List<RequiredPermission> of(List<KubernetesObject> assets, List<KubernetesObject> payload) {
        List<KubernetesObject> roles =
                Stream.concat(assets.stream(), payload.stream()).toList();
        List<RequiredPermission> required = new ArrayList<>();
        for (KubernetesObject object : assets) {
            NamedKind.of(object.kind()).ifPresent(kind -> {
                kind.toApply(object.namespace(), object.name()).forEach(needed -> required.add(of(needed, object)));
                granted(kind, object, roles).forEach(needed -> required.add(of(needed, object)));
            });
        }
        return required;
    }

    /**
     * The permissions that an object grants: a role, or a binding to a role of others.
     *
     * @param others objects among which the role may be
     */
    public static List<Permission> granted(KubernetesObject object, List<KubernetesObject> others) {
        return NamedKind.of(object.kind())
                .map(kind -> granted(kind, object, others))
                .orElse(List.of());
    }

    private static RequiredPermission of(Permission permission, KubernetesObject object) {
        return new RequiredPermission(permission, object);
    }

    private static List<Permission> granted(NamedKind kind, KubernetesObject object, List<KubernetesObject> roles) {
        return switch (kind) {
            case ROLE, CLUSTER_ROLE -> RoleRules.of(object, object.namespace());
            case ROLE_BINDING, CLUSTER_ROLE_BINDING ->
                role(object, roles)
                        .map(role -> RoleRules.of(role, object.namespace()))
                        .orElse(List.of());
            case VALIDATING_ADMISSION_POLICY, VALIDATING_ADMISSION_POLICY_BINDING -> List.of();
        };
    }

    /** The role that a binding refers to, if it is among some objects. */
    static Optional<KubernetesObject> role(KubernetesObject binding, List<KubernetesObject> objects) {
        String kind = binding.fields().string("roleRef", "kind");
        String namespace = kind.equals("Role") ? binding.namespace() : "";
        return objects.stream()
                .filter(object -> object.kind().equals(kind)
                        && object.namespace().equals(namespace)
                        && object.name().equals(binding.fields().string("roleRef", "name")))
                .findFirst();
    }
}
