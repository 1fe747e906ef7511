// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A check of the fields at a path.
 *
 * @param path names separated by dots, {@code []} after a name for each item of a list, {@code {}} for each member of a map:
 *     {@code containers[].ports[].name}, {@code metadata.labels{}}
 * @param fault why the value of such a field is invalid; empty for a valid one
 */
record FieldCheck(String path, Function<FieldReader, Optional<String>> fault) {
    /** Adds a finding for each field at the path that exists and is invalid. */
    void check(FieldReader root, Findings findings) {
        at(root, path)
                .filter(FieldReader::exists)
                .forEach(field -> fault.apply(field).ifPresent(reason -> findings.addDecisive(field, null, reason)));
    }

    /** A rule that applies checks to a part of a subject. */
    static <T> Rule<T> rule(Function<T, FieldReader> part, List<FieldCheck> checks) {
        return (subject, findings) -> checks.forEach(check -> check.check(part.apply(subject), findings));
    }

    /** The fields at a path from a root, those that do not exist too. */
    static Stream<FieldReader> at(FieldReader root, String path) {
        Stream<FieldReader> fields = Stream.of(root);
        for (String step : path.split("\\.")) {
            String name = step.replace("[]", "").replace("{}", "");
            fields = fields.map(field -> field.field(name));
            if (step.endsWith("[]")) {
                fields = fields.flatMap(field -> field.items().stream());
            } else if (step.endsWith("{}")) {
                fields = fields.flatMap(field -> field.members().stream());
            }
        }
        return fields;
    }
}
