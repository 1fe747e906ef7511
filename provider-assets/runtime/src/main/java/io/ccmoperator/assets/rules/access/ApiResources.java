// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.access;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What is wrong with the API groups and resources that roles and admission policies name; the file has those that exist. */
final class ApiResources {
    private static final FieldReader KNOWN = YamlReader.resource(ApiResources.class, "api-resources.yaml");
    private static final Set<String> GROUPS = KNOWN.map("groups").keySet();
    private static final List<String> SUBRESOURCES = KNOWN.strings("subresources");

    private ApiResources() {}

    /** Adds what is wrong with the API groups and the resources that a rule of a role or an admission policy names. */
    static void check(FieldReader rule, Findings findings) {
        List<String> groups = rule.field("apiGroups").strings();
        for (FieldReader group : rule.field("apiGroups").items()) {
            faultOfGroup(group.string()).ifPresent(fault -> findings.addDecisive(group, null, fault));
        }
        if (groups.stream().allMatch(group -> faultOfGroup(group).isEmpty())) {
            for (FieldReader resource : rule.field("resources").items()) {
                faultOfResource(resource.string(), groups)
                        .ifPresent(fault -> findings.addDecisive(resource, null, fault));
            }
        }
    }

    /** What is wrong with the name of an API group. */
    private static Optional<String> faultOfGroup(String group) {
        if (GROUPS.contains(group) || group.equals("*")) {
            return Optional.empty();
        }
        if (Set.of("core", "v1", "core/v1").contains(group)) {
            return Optional.of("there is no API group " + group + "; the core group is \"\"");
        }
        if (group.contains("/")) {
            return Optional.of("has a version; write the group alone: " + group.replaceFirst("/.*", ""));
        }
        Optional<String> meant = GROUPS.stream()
                .filter(known -> known.startsWith(group + "."))
                .findFirst()
                .or(() -> DidYouMean.within(
                        2,
                        group,
                        GROUPS.stream().filter(known -> known.length() > 5).toList()));
        if (meant.isPresent() || !group.contains(".")) {
            return Optional.of("there is no API group " + group + "; "
                    + meant.map(near -> "is " + near + " meant?")
                            .orElse("a group of Kubernetes or a name with a dot, such as networking.k8s.io"));
        }
        return Optional.empty();
    }

    /** What is wrong with a resource of a rule with these groups; nothing where one of the groups is not known. */
    private static Optional<String> faultOfResource(String text, List<String> groups) {
        String name = text.replaceFirst("/.*", "");
        String subresource = text.contains("/") ? text.substring(text.indexOf('/') + 1) : "status";
        if (text.contains("*")) {
            return Optional.empty();
        }
        if (!text.matches("[a-z0-9./-]+")) {
            String plain = text.toLowerCase(Locale.ROOT);
            return Optional.of("'" + text
                    + "' is not the name of a resource, which is in lower case and in the plural, each an item"
                    + " of its own; such as "
                    + (plain.matches("[a-z]+") ? near(plain, groups).orElse(plain) : "nodes"));
        }
        if (groups.isEmpty() || !groups.stream().allMatch(GROUPS::contains)) {
            return Optional.empty();
        }
        if (groups.stream().noneMatch(group -> all(group).contains(name))) {
            List<String> right = GROUPS.stream()
                    .filter(group -> all(group).contains(name))
                    .sorted()
                    .toList();
            String of = groups.stream().map(ApiResources::shown).collect(Collectors.joining(", "));
            return Optional.of("API group " + of + " has no resource " + name + "; "
                    + (right.isEmpty()
                            ? near(name, groups)
                                    .map(meant -> "is " + meant + " meant?")
                                    .orElse("name a resource in lower case and in the plural, such as nodes")
                            : "it is in " + shown(right.get(0))));
        }
        return SUBRESOURCES.contains(subresource)
                ? Optional.empty()
                : Optional.of("there is no subresource " + text + "; "
                        + DidYouMean.nearest(subresource, SUBRESOURCES)
                                .map(near -> "is " + name + "/" + near + " meant?")
                                .orElse("such as " + name + "/status"));
    }

    /** Whether a resource of Kubernetes has no namespace in any of the groups. */
    static boolean isClusterScoped(String resource, List<String> groups) {
        String name = resource.replaceFirst("/.*", "");
        return groups.stream().anyMatch(group -> clusterScoped(group).contains(name))
                && groups.stream()
                        .allMatch(group ->
                                GROUPS.contains(group) && !namespaced(group).contains(name));
    }

    private static List<String> namespaced(String group) {
        return KNOWN.field("groups", group).strings("namespaced");
    }

    private static List<String> clusterScoped(String group) {
        return KNOWN.field("groups", group).strings("cluster-scoped");
    }

    private static Set<String> all(String group) {
        Set<String> all = new TreeSet<>(namespaced(group));
        all.addAll(clusterScoped(group));
        return all;
    }

    private static Optional<String> near(String name, List<String> groups) {
        List<String> known = groups.stream()
                .filter(GROUPS::contains)
                .flatMap(group -> all(group).stream())
                .toList();
        return DidYouMean.nearest(name, known);
    }

    private static String shown(String group) {
        return group.isEmpty() ? "\"\"" : group;
    }
}
