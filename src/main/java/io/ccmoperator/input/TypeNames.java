/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.input;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/** The names of types of values in messages. */
final class TypeNames {
    private TypeNames() {}

    /** The name of a kind with its article. */
    static String withArticle(String kind) {
        return (kind.matches("(?s)[AEIOU].*") ? "an " : "a ") + kind;
    }

    /** The type with its article. */
    static String of(Object value) {
        if (value == null) {
            return "null";
        } else if (value instanceof String) {
            return "a string";
        } else if (value instanceof Boolean) {
            return "a boolean";
        } else if (value instanceof Long || value instanceof BigInteger) {
            return "an integer";
        } else if (value instanceof BigDecimal) {
            return "a number";
        } else if (value instanceof List<?>) {
            return "a list";
        } else if (value instanceof Map<?, ?>) {
            return "a map";
        }
        throw new IllegalArgumentException("a tree has no values of " + value.getClass());
    }
}
