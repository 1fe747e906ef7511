// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.permissions;

import io.ccmoperator.assets.KubernetesObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rules of roles as single permissions, and back. */
public final class Rules {
    private static final String ANY = "*";

    private Rules() {}

    /**
     * What a role gives to whom it is bound.
     *
     * @param role a Role or ClusterRole
     * @param namespace of the binding; empty for one of the whole cluster
     * @throws IllegalArgumentException if a rule says {@code *} or is about paths: such are not compared
     */
    public static List<Permission> of(KubernetesObject role, String namespace) {
        List<Permission> permissions = new ArrayList<>();
        for (KubernetesObject rule :
                role.fields().maps("rules").stream().map(KubernetesObject::new).toList()) {
            List<String> names = strings(rule, "resourceNames");
            for (String group : compared(role, rule, "apiGroups")) {
                for (String resource : compared(role, rule, "resources")) {
                    for (String verb : compared(role, rule, "verbs")) {
                        for (String name : names.isEmpty() ? List.of("") : names) {
                            permissions.add(new Permission(namespace, group, resource, verb, name));
                        }
                    }
                }
            }
        }
        return permissions;
    }

    /** A copy of a role without one of its permissions, a rule for each of the others. */
    public static KubernetesObject without(KubernetesObject role, Permission permission) {
        KubernetesObject copy = role.copy();
        copy.tree()
                .put(
                        "rules",
                        of(role, permission.namespace()).stream()
                                .filter(other -> !other.equals(permission))
                                .map(Rules::rule)
                                .toList());
        return copy;
    }

    private static Map<String, Object> rule(Permission permission) {
        Map<String, Object> rule = new LinkedHashMap<>();
        rule.put("apiGroups", List.of(permission.group()));
        rule.put("resources", List.of(permission.resource()));
        rule.put("verbs", List.of(permission.verb()));
        if (!permission.name().isEmpty()) {
            rule.put("resourceNames", List.of(permission.name()));
        }
        return rule;
    }

    private static List<String> compared(KubernetesObject role, KubernetesObject rule, String member) {
        List<String> strings = strings(rule, member);
        if (strings.isEmpty() || strings.contains(ANY)) {
            throw new IllegalArgumentException(role.display() + ": a rule has no " + member + ", or *: " + rule.tree());
        }
        return strings;
    }

    private static List<String> strings(KubernetesObject rule, String member) {
        return rule.fields().at(member) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }
}
