// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.constraints;

import dev.cel.runtime.CelVariableResolver;
import io.ccmoperator.assets.tree.FieldReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the expressions of a constraint read.
 *
 * @param object the object
 * @param self the part of the object that has the type of the constraint
 * @param field the field that is judged, whether or not it exists; the part itself for a constraint on all of it
 * @param before the other fields at the same path from the part that are before this one
 * @param value the value that is judged: that of the field, or its name
 */
record Scope(FieldReader object, FieldReader self, FieldReader field, List<FieldReader> before, Object value)
        implements CelVariableResolver {
    /** The variables and what they are. */
    static final List<String> VARIABLES = List.of("self", "value", "key", "object", "shown");

    private static final int MOST_SHOWN = 64;

    /** The same, but the name of the field is judged. */
    Scope ofName() {
        return new Scope(object, self, field, before, field.path().name());
    }

    /** The same, but the first group of the string that is judged is, which matches a pattern. */
    Scope of(Pattern pattern) {
        Matcher matcher = pattern.matcher(text());
        matcher.matches();
        return new Scope(object, self, field, before, matcher.group(1));
    }

    /** The string that is judged; the empty one where another value is. */
    String text() {
        return value instanceof String text ? text : "";
    }

    @Override
    public Optional<Object> find(String variable) {
        return Optional.ofNullable(
                switch (variable) {
                    case "self" -> converted(self.value());
                    case "value" -> converted(value);
                    case "key" -> field.path().name();
                    case "object" -> converted(object.value());
                    case "shown" -> "'" + shortened(String.valueOf(value)) + "'";
                    default -> null;
                });
    }

    private static String shortened(String text) {
        return text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN - 1) + "..." : text;
    }

    /** The value as CEL has it: without decimals of any length, and without members whose value is null. */
    private static Object converted(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> members = new LinkedHashMap<>();
            map.forEach((name, member) -> {
                if (member != null) {
                    members.put(name, converted(member));
                }
            });
            return members;
        }
        if (value instanceof List<?> list) {
            List<Object> items = new ArrayList<>();
            list.stream().filter(item -> item != null).forEach(item -> items.add(converted(item)));
            return items;
        }
        return value instanceof BigDecimal || value instanceof BigInteger ? ((Number) value).doubleValue() : value;
    }
}
