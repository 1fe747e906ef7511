// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import io.ccmoperator.assets.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What the program of a container is known to take. An image may have a newer program.
 *
 * @param types the names of flags, without dashes and with '-' for '_', and their types
 * @param featureGates what {@code --feature-gates} takes; empty where it is not known
 * @param controllers what {@code --controllers} takes; empty where it is not known
 */
public record ProgramFlags(Map<String, FlagType> types, Set<String> featureGates, Set<String> controllers) {
    /** Of all gates at once. */
    private static final Set<String> GROUPS = Set.of("AllAlpha", "AllBeta");

    /** Names of controllers of before, which programs take for those of today. */
    private static final Set<String> SHORT_NAMES =
            Set.of("cloud-node", "cloud-node-lifecycle", "nodeipam", "node-ipam", "route", "service");

    public ProgramFlags {
        types = Ordered.copy(types);
        featureGates = Ordered.copy(featureGates);
        controllers = Ordered.copy(controllers);
    }

    /** Reads {@link #tree}. */
    static ProgramFlags read(FieldReader fields) {
        Map<String, FlagType> types = new TreeMap<>();
        fields.map("types").forEach((flag, type) -> types.put(flag, FlagType.valueOf((String) type)));
        return new ProgramFlags(
                types, new TreeSet<>(fields.strings("featureGates")), new TreeSet<>(fields.strings("controllers")));
    }

    /** As the index has it. */
    public Map<String, Object> tree() {
        Map<String, Object> names = new TreeMap<>();
        types.forEach((flag, type) -> names.put(flag, type.name()));
        return new TreeMap<>(Map.of(
                "types", names, "featureGates", List.copyOf(featureGates), "controllers", List.copyOf(controllers)));
    }

    /** Why the program would probably end with a value of a flag that it has; empty for one that it takes. */
    public Optional<String> objection(String flag, String value) {
        FlagType type = types.getOrDefault(flag, FlagType.STRING);
        // The kubelet replaces variables.
        if (value.contains("$(")) {
            return Optional.empty();
        } else if (!type.accepts(value)) {
            return Optional.of("the value has to be " + type.description());
        } else if (flag.equals("feature-gates")) {
            return unknown(
                    "feature gate", names(value).map(gate -> gate.replaceFirst("=.*", "")), featureGates, GROUPS);
        }
        return flag.equals("controllers")
                ? unknown(
                        "controller",
                        names(value).filter(name -> !name.equals("*")).map(name -> name.replaceFirst("^-", "")),
                        controllers,
                        SHORT_NAMES)
                : Optional.empty();
    }

    private static Stream<String> names(String list) {
        return Stream.of(list.split(",")).map(String::strip).filter(name -> !name.isEmpty());
    }

    private static Optional<String> unknown(String what, Stream<String> names, Set<String> known, Set<String> others) {
        return names.filter(name -> !known.isEmpty() && !known.contains(name) && !others.contains(name))
                .findFirst()
                .map(name ->
                        "the program is not known to have the " + what + " " + name + ", and would end with one that it"
                                + " does not have; "
                                + DidYouMean.nearest(name, known)
                                        .map(near -> "is " + near + " meant?")
                                        .orElse("leave it out, or see its --help"));
    }
}
