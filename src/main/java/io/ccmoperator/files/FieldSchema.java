/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Which fields a value may have, and their types. The notation of the resources {@code schemas/*.yaml}, as a tree:
 *
 * <ul>
 *   <li>{@code string}, {@code integer}, {@code number}, {@code boolean}: a scalar of that type;
 *   <li>{@code intOrString}: an integer or a text, as ports have it;
 *   <li>{@code any}: whatever it is;
 *   <li>{@code [T]}: a list of T;
 *   <li>{@code {"*": T}}: a map with free keys and values of T;
 *   <li>{@code {a: T, b: U}}: a map with these fields and no other.
 * </ul>
 */
public sealed interface FieldSchema {
    /** A value without parts. */
    enum Scalar implements FieldSchema {
        STRING("string"),
        INTEGER("integer"),
        NUMBER("number"),
        BOOLEAN("boolean"),
        INT_OR_STRING("intOrString"),
        ANY("any");

        private final String notation;

        Scalar(String notation) {
            this.notation = notation;
        }

        private static Scalar of(String notation) {
            for (Scalar scalar : values()) {
                if (scalar.notation.equals(notation)) {
                    return scalar;
                }
            }
            throw new IllegalArgumentException("a schema has no type '" + notation + "'");
        }
    }

    /** A list of items that are all alike. */
    record Items(FieldSchema item) implements FieldSchema {
        public Items {
            Objects.requireNonNull(item);
        }
    }

    /** A map whose keys are free. */
    record Entries(FieldSchema value) implements FieldSchema {
        public Entries {
            Objects.requireNonNull(value);
        }
    }

    /** A map that may have these fields and no other. */
    record Fields(Map<String, FieldSchema> fields) implements FieldSchema {
        public Fields {
            fields = Map.copyOf(fields);
        }
    }

    /**
     * Reads the notation.
     *
     * @throws IllegalArgumentException if the tree is not in this notation
     */
    static FieldSchema parse(Object tree) {
        if (tree instanceof String type) {
            return Scalar.of(type);
        } else if (tree instanceof List<?> list && list.size() == 1) {
            return new Items(parse(list.get(0)));
        } else if (tree instanceof Map<?, ?> map && map.size() == 1 && map.containsKey("*")) {
            return new Entries(parse(map.get("*")));
        } else if (tree instanceof Map<?, ?> map && !map.containsKey("*")) {
            Map<String, FieldSchema> fields = new LinkedHashMap<>();
            map.forEach((name, type) -> fields.put((String) name, parse(type)));
            return new Fields(fields);
        }
        throw new IllegalArgumentException("a schema has no type " + tree);
    }
}
