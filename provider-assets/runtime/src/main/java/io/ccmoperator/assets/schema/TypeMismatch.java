// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.schema;

import io.ccmoperator.assets.Quantity;
import io.ccmoperator.assets.tree.ValueType;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The reason why a value does not have the type of its field, for the author of a manifest. */
final class TypeMismatch {
    private TypeMismatch() {}

    /** Why a value does not have the type that its schema requires; empty for a value that has. */
    static Optional<String> of(ValueSchema schema, Object value) {
        ValueType type = ValueType.of(value);
        boolean integer = type == ValueType.INTEGER;
        boolean fits = !integer || new BigInteger(value.toString()).bitLength() < (schema.isShort() ? 32 : 64);
        return switch (schema.form()) {
            case "string" -> unless(value instanceof String, value, "a string (put it in quotes)");
            case "boolean" -> unless(value instanceof Boolean, value, "true or false");
            case "integer" -> fits ? unless(integer, value, "an integer") : tooLarge(value);
            case "int-or-string" ->
                fits ? unless(integer || value instanceof String, value, "an integer or a string") : tooLarge(value);
            case "number" -> unless(value instanceof Number, value, "a number");
            case "Quantity" -> unless(Quantity.amount(value).isPresent(), value, "a quantity such as 200m or 50Mi");
            case "array" -> unless(value instanceof List, value, ValueType.LIST.withArticle());
            case "object" -> unless(value instanceof Map, value, ValueType.MAP.withArticle());
            case "" -> unless(false, value, "of another type");
            default -> throw new IllegalStateException("a schema has a type " + schema.form());
        };
    }

    private static Optional<String> unless(boolean right, Object value, String expected) {
        return right ? Optional.empty() : Optional.of("is " + found(value) + " but has to be " + expected);
    }

    private static Optional<String> tooLarge(Object value) {
        return Optional.of("is " + found(value) + " that does not fit here");
    }

    private static String found(Object value) {
        ValueType type = ValueType.of(value);
        return switch (type) {
            case NULL, LIST, MAP -> type.withArticle();
            case STRING -> "the string '" + shortened((String) value) + "'";
            default -> "the " + type.noun() + " " + value;
        };
    }

    private static String shortened(String text) {
        return text.length() > 60 ? text.substring(0, 60) + "..." : text;
    }
}
