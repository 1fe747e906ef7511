// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import io.ccmoperator.cluster.CredentialKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Masks credentials in INI, YAML, JSON and PEM, without a parser, so that invalid input is masked as well. What may belong to a
 * credential is masked with it: the rest of its line, deeper lines after it, lines up to the end of a quoted string.
 */
final class MaskedLines {
    /** A key before {@code =} or {@code :}, in quotes or not. */
    private static final Pattern KEY = Pattern.compile("[\"']?([\\w.-]+)[\"']?\\s*[=:]");

    private final List<String> lines;
    private final UnaryOperator<String> mask;
    private final List<String> masked = new ArrayList<>();
    private int next;

    private MaskedLines(List<String> lines, UnaryOperator<String> mask) {
        this.lines = lines;
        this.mask = mask;
    }

    /**
     * Masks a string.
     *
     * @param mask what is shown for a credential
     */
    static String of(String text, UnaryOperator<String> mask) {
        String result = String.join("\n", new MaskedLines(text.lines().toList(), mask).all());
        return text.endsWith("\n") ? result + "\n" : result;
    }

    private List<String> all() {
        while (next < lines.size()) {
            String line = lines.get(next++);
            int end = line.contains("-----BEGIN") && line.contains("PRIVATE KEY-----") ? 0 : valueStart(line);
            masked.add(
                    end < 0
                            ? line
                            : shown(line.substring(0, end)) + mask.apply(end == 0 ? key(line) : value(line, end)));
        }
        return masked;
    }

    /** What is in front of the mask; the value of a key without one is in the next line. */
    private static String shown(String front) {
        return front.endsWith(":") ? front + " " : front;
    }

    /** Where the value of the first credential of a line begins; -1 if there is none. */
    private static int valueStart(String line) {
        Matcher key = KEY.matcher(line);
        while (key.find()) {
            if (CredentialKeys.include(key.group(1))) {
                int start = key.end();
                return start < line.length() && line.charAt(start) == ' ' ? start + 1 : start;
            }
        }
        return -1;
    }

    /** A private key up to its last line. */
    private String key(String first) {
        StringBuilder key = new StringBuilder(first);
        boolean ended = first.contains("-----END");
        while (!ended && next < lines.size()) {
            String line = lines.get(next++);
            key.append('\n').append(line);
            ended = line.contains("-----END");
        }
        return key.toString();
    }

    private String value(String line, int start) {
        StringBuilder value = new StringBuilder(line.substring(start));
        int column = column(line);
        boolean following = isBlank(value);
        while (next < lines.size() && (following || isContinued(value) || isDeeper(lines.get(next), column))) {
            following = following && lines.get(next).isBlank();
            value.append('\n').append(lines.get(next++));
        }
        // A comma is the list's, and the last member has none: moving a member is not another credential.
        return value.toString().strip().replaceFirst(",$", "");
    }

    /** The column of the first key of a line, after the dashes of a list. */
    private static int column(String line) {
        int column = 0;
        while (column < line.length() && " \t-".indexOf(line.charAt(column)) >= 0) {
            column++;
        }
        return column;
    }

    private static boolean isBlank(CharSequence text) {
        return text.toString().isBlank();
    }

    private static boolean isDeeper(String line, int column) {
        return !line.isBlank() && line.length() - line.stripLeading().length() > column;
    }

    /** A backslash at the end of a line, or a string in quotes that does not end. */
    private static boolean isContinued(CharSequence value) {
        String text = value.toString().stripLeading();
        if (text.endsWith("\\")) {
            return true;
        }
        char quote = text.isEmpty() ? ' ' : text.charAt(0);
        return (quote == '"' || quote == '\'') && text.replace("\\" + quote, "").indexOf(quote, 1) < 0;
    }
}
