// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.constraints;

import io.ccmoperator.assets.deployment.schema.KubernetesSchema;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The constraints of a file, by the types of Kubernetes. Paths of fields are checked with the schema when the file is read. */
public final class Constraints {
    private static final String PART = "self";
    private static final String RULE = "rule";

    private static final Map<String, List<Check>> FORMATS = formats();

    /** What the API server requires of objects beyond its schema. */
    public static final Constraints OF_KUBERNETES = new Constraints(read("constraints.yaml"));

    /** What the project requires of the objects of a provider. */
    public static final Constraints OF_PROJECT = new Constraints(read("policies.yaml"));

    private final Map<String, List<Constraint>> types = new LinkedHashMap<>();

    private final List<FieldReader> descriptions = new ArrayList<>();

    /** @throws IllegalArgumentException if a type lacks a field, or a definition is invalid */
    Constraints(FieldReader file) {
        describe(file);
        for (FieldReader fields : file.members()) {
            CheckReader reader = new CheckReader(FORMATS, CheckReader.id(fields));
            fields.members().stream()
                    .filter(field -> !field.path().name().equals(RULE))
                    .flatMap(field -> names(field).stream()
                            .flatMap(
                                    path -> definitions(field).map(definition -> constraint(path, definition, reader))))
                    .forEach(constraint -> names(fields).forEach(type -> add(type, constraint)));
        }
    }

    private void describe(FieldReader value) {
        value.items().forEach(this::describe);
        value.members().forEach(this::describe);
        if (value.path().name().equals(RULE) && value.value() instanceof Map) {
            descriptions.add(value);
        }
    }

    private void add(String type, Constraint constraint) {
        String path = constraint.place();
        if (!path.isEmpty() && !KubernetesSchema.has(type, path)) {
            throw new IllegalArgumentException("the schema of Kubernetes has no " + type + "." + path);
        }
        types.computeIfAbsent(type, key -> new ArrayList<>()).add(constraint);
    }

    /** The names before a colon, which are separated by commas. */
    private static List<String> names(FieldReader member) {
        return List.of(member.path().name().split(", "));
    }

    private static Stream<FieldReader> definitions(FieldReader field) {
        return field.value() instanceof List ? field.items().stream() : Stream.of(field);
    }

    private static Constraint constraint(String path, FieldReader definition, CheckReader reader) {
        String judged = path.equals(PART) ? "" : path;
        String at = definition.string("at");
        boolean decisive = definition.field("decisive").exists()
                ? definition.field("decisive").is(true)
                : !judged.isEmpty() && at.isEmpty();
        return new Constraint(FieldPath.of(judged), FieldPath.of(at), decisive, reader.read(definition));
    }

    /** What the file says of rules: maps with the id of a rule, and a sentence by what the rule protects. */
    public List<FieldReader> descriptions() {
        return List.copyOf(descriptions);
    }

    /** The ids of the rules. */
    public Set<String> rules() {
        return types.values().stream()
                .flatMap(List::stream)
                .flatMap(constraint -> constraint.checks().stream())
                .map(Check::rule)
                .collect(Collectors.toSet());
    }

    /**
     * What an object violates.
     *
     * @param isKnownToBeInvalid whether a finding says already that a part of the object, or a field in it, is invalid: an
     *     expression that reads a value of another type than the field's has no result then
     * @throws IllegalStateException if an expression has no result in another part
     */
    public List<Violation> violations(FieldReader object, Predicate<FieldReader> isKnownToBeInvalid) {
        Map<String, List<FieldReader>> parts = KubernetesSchema.parts(object);
        List<Violation> violations = new ArrayList<>();
        types.forEach((type, constraints) -> {
            for (FieldReader part : parts.getOrDefault(type, List.of())) {
                for (Constraint constraint : constraints) {
                    try {
                        violations.addAll(constraint.violations(object, part));
                    } catch (Expression.EvaluationException e) {
                        if (!isKnownToBeInvalid.test(part)) {
                            throw new IllegalStateException(
                                    "internal error in ccm-operator; please report it: " + part.location()
                                            + " cannot be judged by a constraint on " + type + ": " + e.getMessage(),
                                    e);
                        }
                    }
                }
            }
        });
        return violations;
    }

    /**
     * Why the value of a field does not have a format; empty for a valid one.
     *
     * @param format a name in formats.yaml
     */
    public static Optional<String> fault(String format, FieldReader field) {
        Scope scope = new Scope(field, field, field, List.of(), field.value());
        return FORMATS.get(format).stream()
                .flatMap(check -> check.fault(scope).stream())
                .findFirst();
    }

    private static Map<String, List<Check>> formats() {
        Map<String, List<Check>> formats = new LinkedHashMap<>();
        CheckReader reader = new CheckReader(formats, "");
        read("formats.yaml")
                .members()
                .forEach(format -> formats.put(format.path().name(), reader.read(format)));
        return formats;
    }

    /** A file of this package. */
    static FieldReader read(String file) {
        return YamlReader.resource(Constraints.class, file);
    }
}
