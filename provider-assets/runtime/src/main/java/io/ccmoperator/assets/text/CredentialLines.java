// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Masks credentials of a configuration line by line, without a parser, so that invalid input is masked as well. */
final class CredentialLines {
    /** A key before {@code =} or {@code :}, in quotes or not. */
    private static final Pattern KEY = Pattern.compile("(?<![\\w.-])([\\w.-]++)[\"']?+\\s*+([=:])[ \\t]?");

    /** What may be a value alone in the line after its key. */
    private static final Pattern VALUE_OF_NEXT_LINE = Pattern.compile("\\s*[\"'\\[{|>].*");

    private final String text;
    private final List<String> lines;
    private final UnaryOperator<String> mask;
    private final List<String> masked = new ArrayList<>();
    private int next;

    CredentialLines(String text, UnaryOperator<String> mask) {
        this.text = text;
        this.lines = text.lines().toList();
        this.mask = mask;
    }

    String masked() {
        while (next < lines.size()) {
            String line = lines.get(next++);
            masked.add(
                    line.contains("-----BEGIN") && line.contains("PRIVATE KEY-----")
                            ? mask.apply(privateKey(line))
                            : masked(line));
        }
        String result = String.join("\n", masked);
        return text.endsWith("\n") ? result + "\n" : result;
    }

    private String masked(String line) {
        Matcher key = KEY.matcher(line);
        while (key.find()) {
            if (Credentials.isKey(key.group(1))) {
                String rest = line.substring(key.end());
                boolean isNone = rest.isBlank() ? !followingLine(key, line) : Credentials.isHarmlessRest(rest);
                if (!isNone) {
                    String front = Credentials.maskedWithoutKey(line.substring(0, key.end()), mask);
                    // The value of a key without one is in the next line.
                    return (front.endsWith(":") ? front + " " : front) + mask.apply(value(line, rest));
                }
            }
        }
        return Credentials.maskedWithoutKey(line, mask);
    }

    /** Whether the value of a key that has none in its line is in the next. */
    private boolean followingLine(Matcher key, String line) {
        return key.group(2).equals(":") && next < lines.size() && isFollowing(lines.get(next), column(line));
    }

    private static boolean isFollowing(String line, int column) {
        return line.isBlank()
                || isDeeper(line, column)
                || VALUE_OF_NEXT_LINE.matcher(line).matches();
    }

    /** A private key up to its last line. */
    private String privateKey(String first) {
        StringBuilder key = new StringBuilder(first);
        boolean ended = first.contains("-----END");
        while (!ended && next < lines.size()) {
            String line = lines.get(next++);
            key.append('\n').append(line);
            ended = line.contains("-----END");
        }
        return key.toString();
    }

    private String value(String line, String rest) {
        StringBuilder value = new StringBuilder(rest);
        int column = column(line);
        boolean following = rest.isBlank();
        OpenString open = new OpenString(rest);
        while (next < lines.size()
                && (following || open.isOpen || open.isContinued || isDeeper(lines.get(next), column))) {
            String added = lines.get(next++);
            following = following && added.isBlank();
            value.append('\n').append(added);
            open.add(added);
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

    private static boolean isDeeper(String line, int column) {
        return !line.isBlank() && line.length() - line.stripLeading().length() > column;
    }

    /** Whether a value continues in the next line: a backslash at the end, or a string in quotes that does not end. */
    private static final class OpenString {
        private char quote;
        private boolean isOpen;
        private boolean isContinued;

        OpenString(String first) {
            add(first);
        }

        void add(String line) {
            String content = line.stripLeading();
            if (quote == 0 && !content.isEmpty()) {
                quote = content.charAt(0);
                isOpen = quote == '"' || quote == '\'';
                content = content.substring(1);
            }
            isOpen = isOpen && content.replace("\\" + quote, "").indexOf(quote) < 0;
            isContinued = line.stripTrailing().endsWith("\\");
        }
    }
}
