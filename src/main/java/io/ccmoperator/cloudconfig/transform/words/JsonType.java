// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import io.ccmoperator.assets.tree.JsonNumber;
import io.ccmoperator.assets.tree.ValueType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The types of values in JSON that are neither objects nor lists. */
enum JsonType implements KeyRule.Type {
    BOOLEAN("boolean", "a boolean") {
        @Override
        Optional<Mismatch> mismatch(Object value) {
            return value instanceof Boolean
                    ? Optional.empty()
                    : Optional.of(Mismatch.of(value, "write true or false without quotes"));
        }
    },
    /** Of 64 bits. */
    INTEGER("integer", "an integer") {
        @Override
        Optional<Mismatch> mismatch(Object value) {
            return integer(value, Long.SIZE);
        }
    },
    INTEGER_32("integer32", "an integer") {
        @Override
        Optional<Mismatch> mismatch(Object value) {
            return integer(value, Integer.SIZE);
        }
    },
    /** Of 64 bits. */
    FLOAT_64("float64", "a number") {
        @Override
        Optional<Mismatch> mismatch(Object value) {
            return number(value, Double.SIZE);
        }
    },
    FLOAT_32("float32", "a number") {
        @Override
        Optional<Mismatch> mismatch(Object value) {
            return number(value, Float.SIZE);
        }
    },
    STRING("string", "a string") {
        @Override
        Optional<Mismatch> mismatch(Object value) {
            return value instanceof String ? Optional.empty() : Optional.of(Mismatch.of(value, QUOTES));
        }
    },
    /** A string for which the provider's reader also takes a number or a boolean. */
    STRING_OR_SCALAR("stringOrScalar", "a string") {
        @Override
        Optional<Mismatch> mismatch(Object value) {
            return value instanceof Map || value instanceof List
                    ? Optional.of(Mismatch.of(value, QUOTES))
                    : Optional.empty();
        }
    };

    private static final String QUOTES = "write one value in quotes";

    private final String name;
    private final String expected;

    JsonType(String name, String expected) {
        this.name = name;
        this.expected = expected;
    }

    /**
     * A value that is not of the type that is needed.
     *
     * @param found what it is instead, with an article; never the value, which may be a credential
     * @param remedy what to write
     */
    record Mismatch(String found, String remedy) {
        /** A value of another kind. */
        static Mismatch of(Object value, String remedy) {
            // Users write JSON, whose maps are objects.
            return new Mismatch(
                    value instanceof Map ? "an object" : ValueType.of(value).withArticle(), remedy);
        }

        /** The reason of an error, and the remedy. */
        String after(String expected) {
            return "must be " + expected + ", but is " + found + "; " + remedy;
        }
    }

    /**
     * The type of a name.
     *
     * @throws IllegalArgumentException if there is no such type
     */
    static JsonType of(String name) {
        return Arrays.stream(values())
                .filter(type -> type.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no type " + name));
    }

    /** The type as messages name it, with an article. */
    String expected() {
        return expected;
    }

    /** Null is of every type: the reader keeps its default. */
    @Override
    public Optional<String> fault(String key, Object value) {
        return value == null ? Optional.empty() : mismatch(value).map(mismatch -> mismatch.after(expected));
    }

    /**
     * How a value differs from this type; empty where it does not.
     *
     * @param value not null
     */
    abstract Optional<Mismatch> mismatch(Object value);

    private static Optional<Mismatch> integer(Object value, int bits) {
        if (!(value instanceof JsonNumber number)) {
            return Optional.of(Mismatch.of(value, "write digits without quotes"));
        }
        return switch (ProviderNumber.integer(number.text(), bits)) {
            case FITS -> Optional.empty();
            case FRACTION -> Optional.of(new Mismatch("a number with a fraction", "write digits only"));
            case TOO_LARGE -> Optional.of(tooLarge(bits));
        };
    }

    private static Optional<Mismatch> number(Object value, int bits) {
        if (!(value instanceof JsonNumber number)) {
            return Optional.of(Mismatch.of(value, "write it without quotes"));
        }
        return ProviderNumber.isFloat(number.text(), bits) ? Optional.empty() : Optional.of(tooLarge(bits));
    }

    private static Mismatch tooLarge(int bits) {
        return new Mismatch("out of the range of " + bits + " bits", "write a smaller number");
    }
}
