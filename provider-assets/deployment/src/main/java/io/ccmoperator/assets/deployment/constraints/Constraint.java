// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.constraints;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks of fields of a type.
 *
 * @param path the fields that are judged
 * @param at from one of them the field that is named as invalid or missing
 * @param decisive whether other rules have nothing to add to what is wrong
 */
record Constraint(FieldPath path, FieldPath at, boolean decisive, List<Check> checks) {
    /** The path of the field that is named; empty for the part itself. */
    String place() {
        return Stream.of(path, at)
                .map(FieldPath::toString)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.joining("."));
    }

    /** What a part of an object violates. */
    List<Violation> violations(FieldReader object, FieldReader part) {
        List<Violation> violations = new ArrayList<>();
        List<FieldReader> fields = path.from(part);
        for (int index = 0; index < fields.size(); index++) {
            FieldReader field = fields.get(index);
            Scope scope = new Scope(object, part, field, fields.subList(0, index), field.value());
            checks.forEach(check -> check.fault(scope)
                    .ifPresent(
                            reason -> violations.add(new Violation(check.rule(), at.place(field), reason, decisive))));
        }
        return violations;
    }
}
