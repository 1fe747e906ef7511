// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.azure;

import io.ccmoperator.assets.tree.JsonNumber;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The types of values that are neither objects nor lists. */
enum ScalarType implements MemberType {
    BOOLEAN("a boolean") {
        @Override
        public Optional<Mismatch> mismatch(Object value) {
            return value instanceof Boolean
                    ? Optional.empty()
                    : Optional.of(Mismatch.of(value, "write true or false without quotes"));
        }
    },
    /** Of 64 bits. */
    INTEGER("an integer") {
        @Override
        public Optional<Mismatch> mismatch(Object value) {
            return integer(value, Long.SIZE);
        }
    },
    INTEGER_32("an integer") {
        @Override
        public Optional<Mismatch> mismatch(Object value) {
            return integer(value, Integer.SIZE);
        }
    },
    /** Of 64 bits. */
    FLOAT("a number") {
        @Override
        public Optional<Mismatch> mismatch(Object value) {
            return number(value, Double.SIZE);
        }
    },
    FLOAT_32("a number") {
        @Override
        public Optional<Mismatch> mismatch(Object value) {
            return number(value, Float.SIZE);
        }
    },
    STRING("a string") {
        @Override
        public Optional<Mismatch> mismatch(Object value) {
            return value instanceof String ? Optional.empty() : Optional.of(Mismatch.of(value, QUOTES));
        }
    },
    /** A string for which the provider's reader also takes a number or a boolean. */
    STRING_OR_SCALAR("a string") {
        @Override
        public Optional<Mismatch> mismatch(Object value) {
            return value instanceof Map || value instanceof List
                    ? Optional.of(Mismatch.of(value, QUOTES))
                    : Optional.empty();
        }
    };

    private static final String QUOTES = "write one value in quotes";

    private final String expected;

    ScalarType(String expected) {
        this.expected = expected;
    }

    @Override
    public String expected() {
        return expected;
    }

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
