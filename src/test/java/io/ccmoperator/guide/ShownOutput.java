// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.guide;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a guide says that a command prints.
 *
 * @param lines {@code ...} in a line means any characters, a line of {@code ...} for any number of lines
 */
record ShownOutput(List<String> lines) {
    private static final String ANY = "...";

    /** Whether a command has printed it; blank lines at the end do not count. */
    boolean matches(String printed) {
        String expression = lines.stream().map(ShownOutput::expression).collect(Collectors.joining());
        String text = printed.isBlank() ? "" : printed.stripTrailing() + "\n";
        return Pattern.matches(expression, text);
    }

    private static String expression(String line) {
        if (line.equals(ANY)) {
            return "(?:.*\n)*";
        }
        return Pattern.compile(Pattern.quote(ANY))
                .splitAsStream(line + "\n")
                .map(Pattern::quote)
                .collect(Collectors.joining(".*"));
    }
}
