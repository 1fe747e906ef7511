// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import java.math.BigInteger;

/**
 * Numbers of JSON as the provider reads them. Its reader, sigs.k8s.io/yaml, reads the input as YAML, calculates its numbers and
 * writes them as JSON again for Go's encoding/json. So an integer may be written 6.0 or 1e3, and what is beyond a double is
 * a string.
 */
final class ProviderNumber {
    /** Of 64 bits with a sign. */
    private static final int MAX_LENGTH = 20;

    private ProviderNumber() {}

    /** Whether a number is an integer. */
    enum Fit {
        FITS,
        FRACTION,
        /** It needs more bits, or is less than the least that these bits can hold. */
        TOO_LARGE
    }

    /**
     * Reads a number as an integer.
     *
     * @param literal valid in JSON, of any length
     * @param bits how many the integer may have, with its sign
     */
    static Fit integer(String literal, int bits) {
        if (literal.chars().allMatch(c -> c == '-' || '0' <= c && c <= '9')) {
            boolean fits = literal.length() <= MAX_LENGTH && new BigInteger(literal).bitLength() < bits;
            return fits ? Fit.FITS : Fit.TOO_LARGE;
        }
        double value = Double.parseDouble(literal);
        if (value != Math.rint(value)) {
            return Fit.FRACTION;
        }
        return Math.abs(value) < Math.scalb(1.0, bits - 1) ? Fit.FITS : Fit.TOO_LARGE;
    }

    /**
     * Whether a number is within the range of a floating-point type.
     *
     * @param literal valid in JSON, of any length
     * @param bits those of the type, 32 or 64
     */
    static boolean isFloat(String literal, int bits) {
        double value = Double.parseDouble(literal);
        return bits == Float.SIZE ? Float.isFinite((float) value) : Double.isFinite(value);
    }
}
