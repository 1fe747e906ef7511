// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import io.ccmoperator.cluster.GoDuration;
import io.ccmoperator.ini.GcfgBoolean;
import java.math.BigInteger;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The types of values in INI, with the strings that gcfg accepts for them. */
enum GcfgType implements KeyRule.Type {
    STRING(value -> true, ""),
    /** A string that is read as a number is, up to a blank. */
    WORD(value -> Pattern.matches("\\S+", value.strip()), "a single word; write one such as public"),
    /** A list of strings, one in each entry. */
    STRINGS(value -> true, ""),
    BOOLEAN(value -> GcfgBoolean.parse(value).isPresent(), "a boolean; write true or false"),
    INT32(value -> isInteger(value, 31, true), "an integer of 32 bits; write a number such as 10256"),
    INT64(value -> isInteger(value, 63, true), "an integer of 64 bits; write a number such as 2"),
    UINT64(value -> isInteger(value, 64, false), "an integer of 64 bits without a sign; write a number such as 3"),
    DURATION(GoDuration::isValid, "a duration; write a number with a unit, such as 5s or 1m30s");

    /** Decimal or, after {@code 0x}, hexadecimal, with {@code _} between the digits of the latter; no octal numbers. */
    private static final Pattern INTEGER =
            Pattern.compile("([+-]?)([0-9]+)|(-?)0x(?!\\w*__)([0-9a-fA-F_]*[0-9a-fA-F])");

    /** More digits than a number of 64 bits has without leading zeros. */
    private static final int MAX_DIGITS = 20;

    private final Predicate<String> accepts;
    private final String expected;

    GcfgType(Predicate<String> accepts, String expected) {
        this.accepts = accepts;
        this.expected = expected;
    }

    /** @param value a string; null for a key alone on its line */
    @Override
    public Optional<String> fault(String key, Object value) {
        if (value == null && this == STRING) {
            return Optional.of("the key has no value; write " + key + " = value, or remove the line");
        }
        // Alone on its line, a boolean is true, and a list becomes empty.
        boolean valid = value == null ? this == BOOLEAN || this == STRINGS : accepts.test((String) value);
        return valid ? Optional.empty() : Optional.of("the value is not " + expected);
    }

    /** Whether a value is an integer with at most so many bits beside a sign. */
    private static boolean isInteger(String value, int bits, boolean signed) {
        Matcher matcher = INTEGER.matcher(value.strip());
        if (!matcher.matches()) {
            return false;
        }
        boolean decimal = matcher.group(2) != null;
        String sign = decimal ? matcher.group(1) : matcher.group(3);
        String digits =
                withoutZeros(decimal ? matcher.group(2) : matcher.group(4).replace("_", ""));
        if (digits.length() > MAX_DIGITS || !(signed || sign.isEmpty())) {
            return false;
        }
        BigInteger magnitude = new BigInteger("0" + digits, decimal ? 10 : 16);
        BigInteger limit = BigInteger.ONE.shiftLeft(bits);
        return magnitude.compareTo(limit) < 0 || sign.equals("-") && magnitude.equals(limit);
    }

    private static String withoutZeros(String digits) {
        int zeros = 0;
        while (zeros < digits.length() && digits.charAt(zeros) == '0') {
            zeros++;
        }
        return digits.substring(zeros);
    }
}
