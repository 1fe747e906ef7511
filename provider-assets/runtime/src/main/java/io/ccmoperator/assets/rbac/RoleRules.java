// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rbac;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Rules of roles as single permissions, and single permissions as few rules. */
public final class RoleRules {
    private RoleRules() {}

    /**
     * The permissions that a role gives, rule by rule.
     *
     * @param role a Role or ClusterRole
     * @param namespace of the binding; empty: everywhere
     */
    public static List<Permission> of(KubernetesObject role, String namespace) {
        List<Permission> permissions = new ArrayList<>();
        role.fields().maps("rules").forEach(rule -> permissions.addAll(of(rule, namespace)));
        return permissions;
    }

    /** How many permissions an object gives: none, unless it is a role. */
    public static long count(KubernetesObject object) {
        return object.fields().maps("rules").stream()
                .map(FieldReader::of)
                .mapToLong(rule -> (long) rule.list("verbs").size()
                        * (rule.list("nonResourceURLs").size()
                                + (long) rule.list("apiGroups").size()
                                        * rule.list("resources").size()
                                        * Math.max(1, rule.list("resourceNames").size())))
                .sum();
    }

    /** The permissions that one rule gives. */
    static List<Permission> of(Map<String, Object> rule, String namespace) {
        List<Permission> permissions = new ArrayList<>();
        List<String> named = strings(rule, "resourceNames");
        List<String> names = named.isEmpty() ? List.of("") : named;
        for (String verb : strings(rule, "verbs")) {
            for (String url : strings(rule, "nonResourceURLs")) {
                permissions.add(new Permission("", "", url, verb, ""));
            }
            for (String group : strings(rule, "apiGroups")) {
                for (String resource : strings(rule, "resources")) {
                    names.forEach(name -> permissions.add(new Permission(namespace, group, resource, verb, name)));
                }
            }
        }
        return permissions;
    }

    /**
     * Rules that give these permissions and no others: a rule for each resource with the same verbs on the same names. The
     * namespaces are not in the rules.
     */
    public static List<Map<String, Object>> rules(Collection<Permission> permissions) {
        Map<Target, Set<String>> verbs = new LinkedHashMap<>();
        for (Permission permission : permissions) {
            verbs.computeIfAbsent(Target.of(permission), target -> new LinkedHashSet<>())
                    .add(permission.verb());
        }
        Map<SameVerbs, Set<String>> names = new LinkedHashMap<>();
        verbs.forEach((target, ofTarget) -> names.computeIfAbsent(
                        new SameVerbs(target.group, target.resource, !target.name.isEmpty(), ofTarget),
                        rule -> new TreeSet<>())
                .add(target.name));
        List<Map<String, Object>> rules = new ArrayList<>();
        names.forEach((rule, ofRule) -> rules.add(rule.with(ofRule)));
        return rules;
    }

    private record Target(String group, String resource, String name) {
        static Target of(Permission permission) {
            return new Target(permission.group(), permission.resource(), permission.name());
        }
    }

    private record SameVerbs(String group, String resource, boolean named, Set<String> verbs) {
        SameVerbs {
            verbs = Ordered.copy(verbs);
        }

        Map<String, Object> with(Set<String> names) {
            Map<String, Object> rule = new LinkedHashMap<>();
            if (resource.startsWith("/")) {
                rule.put("nonResourceURLs", List.of(resource));
            } else {
                rule.put("apiGroups", List.of(group));
                rule.put("resources", List.of(resource));
            }
            if (named) {
                rule.put("resourceNames", List.copyOf(names));
            }
            rule.put("verbs", List.copyOf(verbs));
            return rule;
        }
    }

    private static List<String> strings(Map<String, Object> rule, String field) {
        return FieldReader.of(rule).list(field).stream().map(String::valueOf).toList();
    }
}
