// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The types of values in a tree, as messages name them. */
public enum ValueType {
    NULL,
    STRING,
    BOOLEAN,
    INTEGER,
    /** A number with a fraction, or a {@link JsonNumber}, which keeps the spelling of any number. */
    NUMBER,
    /** A {@link PlainScalar}, whose type its reader decides. */
    SCALAR,
    LIST,
    MAP;

    /**
     * The type of a value.
     *
     * @throws IllegalArgumentException if trees have no values of its class
     */
    public static ValueType of(Object value) {
        if (value == null) {
            return NULL;
        } else if (value instanceof String) {
            return STRING;
        } else if (value instanceof Boolean) {
            return BOOLEAN;
        } else if (value instanceof Long || value instanceof Integer || value instanceof BigInteger) {
            return INTEGER;
        } else if (value instanceof Number || value instanceof JsonNumber) {
            return NUMBER;
        } else if (value instanceof PlainScalar) {
            return SCALAR;
        } else if (value instanceof List<?>) {
            return LIST;
        } else if (value instanceof Map<?, ?>) {
            return MAP;
        }
        throw new IllegalArgumentException("a tree has no values of " + value.getClass());
    }

    /** The name, such as {@code integer}. */
    public String noun() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The name with its article, such as {@code an integer}; {@code null} has none. */
    public String withArticle() {
        return switch (this) {
            case NULL -> noun();
            case INTEGER -> "an " + noun();
            default -> "a " + noun();
        };
    }
}
