// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations in the format of Go's time.ParseDuration, which flags and configurations of Kubernetes programs have: decimal numbers, each
 * with one of the units h, m, s, ms, us and ns, such as {@code 137s}, {@code 2m17s} or {@code 1.5s}; a sign in front of all; {@code 0}
 * needs no unit. Fractions of a nanosecond are cut off.
 */
public final class GoDuration {
    private static final Map<String, Long> UNITS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "\u00b5s", 1_000L,
            "\u03bcs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);
    private static final Pattern PART =
            Pattern.compile("(?=\\.?[0-9])([0-9]*+)(?:\\.([0-9]*+))?(ns|us|\u00b5s|\u03bcs|ms|s|m|h)");

    /** In nanoseconds; 292 years. Only a negative duration may have as many. */
    private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(63);

    /** More digits than any number within the limit has, without leading zeros. */
    private static final int MAX_DIGITS = 20;

    /** Of digits after the point; what follows is less than a nanosecond in each unit. */
    private static final int MAX_FRACTION = 18;

    private GoDuration() {}

    /**
     * Reads a duration.
     *
     * @param flag the flag that messages name, e.g. {@code --leader-elect-lease-duration}
     * @throws InvalidInputException if the value is not a duration, or is longer than 2^63-1 nanoseconds (292 years)
     */
    public static Duration parse(String flag, String value) {
        BigInteger nanos = nanos(value).orElseThrow(() -> invalid(flag, value, "is not a duration"));
        if (nanos.abs().compareTo(LIMIT) >= 0) {
            throw invalid(flag, value, "is too long a duration");
        }
        return Duration.ofNanos(nanos.longValueExact());
    }

    /** Whether Go reads a value as a duration. */
    public static boolean isValid(String value) {
        return nanos(value).filter(nanos -> nanos.bitLength() < Long.SIZE).isPresent();
    }

    /** A duration in seconds, e.g. {@code 137s} or {@code 1.5s}; {@link #parse} reads it. */
    public static String format(Duration duration) {
        BigDecimal seconds = BigDecimal.valueOf(duration.getSeconds()).add(BigDecimal.valueOf(duration.getNano(), 9));
        return (seconds.signum() == 0 ? "0" : seconds.stripTrailingZeros().toPlainString()) + "s";
    }

    /** What a value amounts to; where that is too long, anything that is too long as well. Empty if it is not of the format. */
    private static Optional<BigInteger> nanos(String value) {
        boolean negative = value.startsWith("-");
        String parts = negative || value.startsWith("+") ? value.substring(1) : value;
        if (parts.equals("0")) {
            return Optional.of(BigInteger.ZERO);
        }
        Matcher part = PART.matcher(parts);
        BigInteger sum = BigInteger.ZERO;
        int end = 0;
        while (end < parts.length()) {
            if (!part.region(end, parts.length()).lookingAt()) {
                return Optional.empty();
            }
            sum = sum.add(nanos(part)).min(LIMIT.shiftLeft(1));
            end = part.end();
        }
        return end == 0 ? Optional.empty() : Optional.of(negative ? sum.negate() : sum);
    }

    private static BigInteger nanos(Matcher part) {
        String whole = withoutZeros(part.group(1));
        if (whole.length() > MAX_DIGITS) {
            return LIMIT.shiftLeft(1);
        }
        String fraction = Optional.ofNullable(part.group(2)).orElse("");
        String known = fraction.substring(0, Math.min(fraction.length(), MAX_FRACTION));
        return new BigInteger("0" + whole + known)
                .multiply(BigInteger.valueOf(UNITS.get(part.group(3))))
                .divide(BigInteger.TEN.pow(known.length()));
    }

    private static String withoutZeros(String digits) {
        int zeros = 0;
        while (zeros < digits.length() && digits.charAt(zeros) == '0') {
            zeros++;
        }
        return digits.substring(zeros);
    }

    private static InvalidInputException invalid(String flag, String value, String reason) {
        return new InvalidInputException(
                flag + ": '" + value + "' " + reason + "; write numbers with units h, m, s or ms, such as 2m17s");
    }
}
