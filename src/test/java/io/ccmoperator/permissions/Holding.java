// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.permissions;

import io.ccmoperator.assets.KubernetesObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A permission that an account holds.
 *
 * @param role that gives it
 */
public record Holding(KubernetesObject role, Permission permission) {
    /**
     * What an account holds by the bindings among some objects to the roles among them.
     *
     * @param namespace of the service account
     */
    public static List<Holding> of(List<KubernetesObject> objects, String namespace, String account) {
        List<Holding> holdings = new ArrayList<>();
        for (KubernetesObject binding : objects) {
            if (isBinding(binding) && binds(binding, namespace, account)) {
                role(binding, objects)
                        .ifPresent(role -> Rules.of(role, binding.namespace())
                                .forEach(permission -> holdings.add(new Holding(role, permission))));
            }
        }
        return holdings;
    }

    /** The role that a binding refers to, if it is among some objects. */
    public static Optional<KubernetesObject> role(KubernetesObject binding, List<KubernetesObject> objects) {
        String kind = binding.fields().string("roleRef", "kind");
        String namespace = kind.equals("Role") ? binding.namespace() : "";
        return objects.stream()
                .filter(object -> object.kind().equals(kind)
                        && object.namespace().equals(namespace)
                        && object.name().equals(binding.fields().string("roleRef", "name")))
                .findFirst();
    }

    static boolean isBinding(KubernetesObject object) {
        return object.kind().equals("RoleBinding") || object.kind().equals("ClusterRoleBinding");
    }

    private static boolean binds(KubernetesObject binding, String namespace, String account) {
        return binding.fields().maps("subjects").stream()
                .map(KubernetesObject::new)
                .anyMatch(subject -> subject.kind().equals("ServiceAccount")
                        && subject.fields().string("namespace").equals(namespace)
                        && subject.fields().string("name").equals(account));
    }

    @Override
    public String toString() {
        return permission + ", held by " + role.display();
    }
}
