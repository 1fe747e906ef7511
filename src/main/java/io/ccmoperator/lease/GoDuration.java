/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.lease;

import io.ccmoperator.cluster.InvalidInputException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as flags of Kubernetes' programs take them, the format of Go's time.ParseDuration. */
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
    private static final Pattern TERM = Pattern.compile("([0-9]*)(?:\\.([0-9]*))?([^0-9.]*)");
    private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private GoDuration() {}

    /**
     * Reads a duration: decimal numbers, each with one of the units h, m, s, ms, us and ns, such as {@code 137s},
     * {@code 2m17s} or {@code 1.5s}; a sign in front of all; {@code 0} needs no unit. What is below a nanosecond is cut off.
     *
     * @param flag the flag that messages name, e.g. {@code --leader-elect-lease-duration}
     * @throws InvalidInputException if the text is not a duration, or one of more than 2^63-1 nanoseconds (292 years)
     */
    public static Duration parse(String flag, String text) {
        boolean negative = text.startsWith("-");
        String terms = negative || text.startsWith("+") ? text.substring(1) : text;
        if (terms.equals("0")) {
            return Duration.ZERO;
        }
        if (terms.isEmpty()) {
            throw invalid(flag, text, "is not a duration");
        }
        BigDecimal nanos = BigDecimal.ZERO;
        Matcher term = TERM.matcher(terms);
        for (int at = 0; at < terms.length(); at = term.end()) {
            term.region(at, terms.length());
            // The pattern matches the empty text as well, so this is only the move to the next term.
            term.lookingAt();
            nanos = nanos.add(nanos(flag, text, term));
        }
        if (nanos.compareTo(LONGEST) > 0) {
            throw invalid(flag, text, "is too long a duration");
        }
        return Duration.ofNanos(negative ? -nanos.longValueExact() : nanos.longValueExact());
    }

    /** A duration in seconds, e.g. {@code 137s} or {@code 1.5s}; a text that {@link #parse} reads. */
    public static String text(Duration duration) {
        BigDecimal seconds = BigDecimal.valueOf(duration.getSeconds()).add(BigDecimal.valueOf(duration.getNano(), 9));
        return (seconds.signum() == 0 ? "0" : seconds.stripTrailingZeros().toPlainString()) + "s";
    }

    private static BigDecimal nanos(String flag, String text, Matcher term) {
        String whole = term.group(1);
        String fraction = term.group(2) == null ? "" : term.group(2);
        if (whole.isEmpty() && fraction.isEmpty()) {
            throw invalid(flag, text, "is not a duration");
        }
        String unit = term.group(3);
        if (unit.isEmpty()) {
            throw invalid(flag, text, "has a number without a unit");
        }
        Long factor = NANOS.get(unit);
        if (factor == null) {
            throw invalid(flag, text, "has the unknown unit '" + unit + "'");
        }
        return new BigDecimal("0" + whole + "." + fraction + "0")
                .multiply(BigDecimal.valueOf(factor))
                .setScale(0, RoundingMode.DOWN);
    }

    private static InvalidInputException invalid(String flag, String text, String reason) {
        return new InvalidInputException(
                flag + ": '" + text + "' " + reason + "; write numbers with units h, m, s or ms, such as 2m17s");
    }
}
