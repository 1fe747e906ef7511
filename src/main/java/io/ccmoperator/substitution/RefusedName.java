// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.cluster.Distribution;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The name of a flag or an environment variable that an administrator may not set, whatever the provider. The resource
 * refused-settings.yaml lists them, with their sources.
 *
 * @param reason why, for a message
 * @param except the value that may be set all the same; empty: none
 * @param only the kind of cluster where it is refused; empty: everywhere
 * @param instead what to set instead, by the kind of cluster
 */
record RefusedName(String reason, Optional<String> except, Optional<String> only, Map<Distribution, String> instead) {
    private static final FieldReader RESOURCE = YamlReader.resource(RefusedName.class, "/refused-settings.yaml");
    private static final Map<String, RefusedName> FLAGS = read(RESOURCE.map("flags"));
    private static final Map<String, RefusedName> VARIABLES = read(RESOURCE.map("variables"));

    RefusedName {
        instead = Ordered.copy(instead);
    }

    /** The entry of a flag without dashes, if it has one. */
    static Optional<RefusedName> ofFlag(String name) {
        return find(FLAGS, ContainerFlags.normalized(name));
    }

    /** The entry of an environment variable, if it has one. */
    static Optional<RefusedName> ofVariable(String name) {
        return find(VARIABLES, name);
    }

    /** Why the value is refused, with the remedy; empty if it is not. */
    Optional<String> refusal(String value, Distribution distribution) {
        if (except.filter(value::equals).isPresent()) {
            return Optional.empty();
        }
        String remedy =
                except.map(allowed -> "; remove it, or set it to " + allowed).orElse("; remove it");
        return Optional.of(reason
                + remedy
                + Optional.ofNullable(instead.get(distribution))
                        .map(other -> ": " + other + " instead")
                        .orElse(""));
    }

    /** Whether it is refused on this kind of cluster; elsewhere it is where the operator itself fills it in. */
    boolean isRefused(Distribution distribution) {
        return only.isEmpty() || only.get().equals(distribution.toString());
    }

    private static Optional<RefusedName> find(Map<String, RefusedName> names, String name) {
        return Optional.ofNullable(names.get(name))
                .or(() -> names.entrySet().stream()
                        .filter(entry -> entry.getKey().endsWith("*")
                                && name.startsWith(entry.getKey()
                                        .substring(0, entry.getKey().length() - 1)))
                        .map(Map.Entry::getValue)
                        .findFirst());
    }

    private static Map<String, RefusedName> read(Map<String, Object> entries) {
        Map<String, RefusedName> names = new LinkedHashMap<>();
        entries.forEach((name, entry) -> names.put(name, of(FieldReader.of(entry))));
        return names;
    }

    private static RefusedName of(FieldReader entry) {
        Map<Distribution, String> instead = new LinkedHashMap<>();
        for (Distribution distribution : Distribution.values()) {
            String other = entry.string(distribution.toString());
            if (!other.isEmpty()) {
                instead.put(distribution, other);
            }
        }
        return new RefusedName(entry.string("reason"), optional(entry, "except"), optional(entry, "only"), instead);
    }

    private static Optional<String> optional(FieldReader entry, String field) {
        return Optional.of(entry.string(field)).filter(value -> !value.isEmpty());
    }
}
