// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import io.ccmoperator.cluster.InvalidInputException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/** Durations in the format of Go's time.ParseDuration, which flags of Kubernetes programs have. */
public final class GoDuration {
    private static final Map<String, Long> NANOS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "\u00b5s", 1_000L,
            "\u03bcs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);
    private static final Pattern TERM =
            Pattern.compile("([0-9]++(?:\\.[0-9]*+)?|\\.[0-9]++)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)");
    private static final Pattern DURATION = Pattern.compile("[-+]?(?:0|(?:" + TERM + ")+)");
    private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private GoDuration() {}

    /**
     * Reads a duration: decimal numbers, each with one of the units h, m, s, ms, us and ns, such as {@code 137s},
     * {@code 2m17s} or {@code 1.5s}; a sign in front of all; {@code 0} needs no unit. Fractions of a nanosecond are cut off.
     *
     * @param flag the flag that messages name, e.g. {@code --leader-elect-lease-duration}
     * @throws InvalidInputException if the value is not a duration, or is longer than 2^63-1 nanoseconds (292 years)
     */
    public static Duration parse(String flag, String value) {
        if (!DURATION.matcher(value).matches()) {
            throw invalid(flag, value, "is not a duration");
        }
        BigDecimal nanos = TERM.matcher(value)
                .results()
                .map(term -> nanos(term.group(1), term.group(2)))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        if (nanos.compareTo(LONGEST) > 0) {
            throw invalid(flag, value, "is too long a duration");
        }
        return Duration.ofNanos(value.startsWith("-") ? -nanos.longValueExact() : nanos.longValueExact());
    }

    /** A duration in seconds, e.g. {@code 137s} or {@code 1.5s}; {@link #parse} reads it. */
    public static String format(Duration duration) {
        BigDecimal seconds = BigDecimal.valueOf(duration.getSeconds()).add(BigDecimal.valueOf(duration.getNano(), 9));
        return (seconds.signum() == 0 ? "0" : seconds.stripTrailingZeros().toPlainString()) + "s";
    }

    private static BigDecimal nanos(String number, String unit) {
        return new BigDecimal(number)
                .multiply(BigDecimal.valueOf(NANOS.get(unit)))
                .setScale(0, RoundingMode.DOWN);
    }

    private static InvalidInputException invalid(String flag, String value, String reason) {
        return new InvalidInputException(
                flag + ": '" + value + "' " + reason + "; write numbers with units h, m, s or ms, such as 2m17s");
    }
}
