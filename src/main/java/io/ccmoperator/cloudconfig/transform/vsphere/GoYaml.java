// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.tree.Yaml11Scalars;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * YAML with exactly the bytes that sigs.k8s.io/yaml writes, the library of Kubernetes' Go programs (v1.6.0, with
 * go.yaml.in/yaml/v2 v2.4.4): which strings are in which quotes, the order of keys, where long lines are wrapped. A tree has maps, lists
 * of strings, strings, integers and booleans.
 */
final class GoYaml {
    private static final String STEP = "  ";

    /** In characters; a longer line ends at the next blank. */
    private static final int WIDTH = 80;

    /** In bytes; a longer key is written after a question mark. */
    private static final int LONGEST_SIMPLE_KEY = 128;

    private static final Pattern CONSTANT = Pattern.compile("y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF"
            + "|true|True|TRUE|false|False|FALSE|~|null|Null|NULL||\\.(?:nan|NaN|NAN)|[-+]?\\.(?:inf|Inf|INF)");

    private static final Pattern PREFIXED = Pattern.compile("0[xX]([0-9a-fA-F]+)|0[oO]?([0-7]+)|0[bB]([01]+)");
    private static final Pattern DECIMAL =
            Pattern.compile("[-+]?(?:\\.[0-9]+|[0-9]+(?:\\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?");
    private static final Pattern TIMESTAMP = Pattern.compile("([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})"
            + "(?:[Tt][0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:[.,][0-9]+)?(?:Z|[-+][0-9]{2}:[0-9]{2})"
            + "| +[0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:[.,][0-9]+)?)?");

    /** What has a meaning at the place where it is, so that quotes are needed. */
    private static final Pattern INDICATOR =
            Pattern.compile("[#,\\[\\]{}&*!|>'\"%@`].*|[?:-](?: .*)?|---.*|\\.\\.\\..*|.*:(?: .*)?|.* #.*| .*|.* ");

    private GoYaml() {}

    /** One document, with a newline at its end. */
    static String write(Map<String, Object> tree) {
        StringBuilder yaml = new StringBuilder();
        map(tree, "", yaml);
        return yaml.toString();
    }

    private static void map(Map<?, ?> map, String indent, StringBuilder yaml) {
        Map<String, Object> sorted = new TreeMap<>(GoYaml::compare);
        map.forEach((key, value) -> sorted.put((String) key, value));
        sorted.forEach((key, value) -> {
            boolean simple = key.getBytes(StandardCharsets.UTF_8).length <= LONGEST_SIMPLE_KEY;
            scalar(key, indent, simple, yaml.append(indent).append(simple ? "" : "? "));
            value(value, indent, simple, yaml.append(simple ? ":" : "\n" + indent + ":"));
        });
    }

    private static void value(Object value, String indent, boolean simple, StringBuilder yaml) {
        if (value instanceof Map<?, ?> map && !map.isEmpty()) {
            StringBuilder members = new StringBuilder();
            map(map, indent + STEP, members);
            // After a colon on a line of its own, the first member follows on that line.
            yaml.append(simple ? "\n" : " ").append(members, simple ? 0 : (indent + STEP).length(), members.length());
        } else if (value instanceof List<?> items) {
            yaml.append('\n');
            for (Object item : items) {
                scalar(item, indent, false, yaml.append(indent).append("- "));
                yaml.append('\n');
            }
        } else if (value instanceof Map) {
            yaml.append(" {}\n");
        } else {
            scalar(value, indent, false, yaml.append(' '));
            yaml.append('\n');
        }
    }

    private static void scalar(Object value, String indent, boolean key, StringBuilder yaml) {
        String text = value.toString();
        boolean special = !text.chars().allMatch(GoYaml::isPrintable);
        boolean lines = text.indexOf('\n') >= 0;
        if (!(value instanceof String)) {
            yaml.append(text);
        } else if (lines && !key && !special && !text.contains(" \n") && !text.endsWith(" ")) {
            yaml.append(literal(text, indent + STEP));
        } else if (lines || special || isNotString(text)) {
            wrapped(inDoubleQuotes(text), 1, indent, key, yaml);
        } else if (INDICATOR.matcher(text).matches()) {
            wrapped("'" + text.replace("'", "''") + "'", 1, indent, key, yaml);
        } else {
            wrapped(text, 0, indent, key, yaml);
        }
    }

    /** @param quotes characters of quotes at each end */
    private static void wrapped(String text, int quotes, String indent, boolean key, StringBuilder yaml) {
        int column = yaml.length() - yaml.lastIndexOf("\n") - 1;
        for (int i = 0; i < text.length(); i++) {
            boolean blank = text.charAt(i) == ' ' && i > quotes && i < text.length() - 1 - quotes;
            boolean more = blank && text.charAt(i + 1) == ' ';
            if (!key && blank && column > WIDTH && text.charAt(i - 1) != ' ' && (!more || text.startsWith("\""))) {
                // In double quotes a backslash keeps the blank at which the next line begins.
                String start = indent + STEP + (more ? "\\" : "");
                yaml.append('\n').append(start);
                column = start.length();
            } else {
                yaml.append(text.charAt(i));
                column++;
            }
        }
    }

    /** Whether a reader takes a string without quotes for something else. */
    private static boolean isNotString(String text) {
        if (CONSTANT.matcher(text).matches() || Yaml11Scalars.isBase60(text)) {
            return true;
        }
        char first = text.charAt(0);
        if (first == '.') {
            return isDecimal(text);
        }
        String number = text.replace("_", "");
        return (first == '+' || first == '-' || first >= '0' && first <= '9')
                && (isDate(text) || isPrefixed(number.replaceFirst("^[-+]", "")) || isDecimal(number));
    }

    private static boolean isDecimal(String text) {
        return DECIMAL.matcher(text).matches() && Double.isFinite(Double.parseDouble(text));
    }

    private static boolean isPrefixed(String text) {
        Matcher number = PREFIXED.matcher(text);
        if (!number.matches()) {
            return false;
        }
        int bits = number.group(1) != null
                ? new BigInteger(number.group(1), 16).bitLength()
                : number.group(2) != null
                        ? new BigInteger(number.group(2), 8).bitLength()
                        : new BigInteger(number.group(3), 2).bitLength();
        return bits <= Long.SIZE;
    }

    private static boolean isDate(String text) {
        Matcher date = TIMESTAMP.matcher(text);
        if (!date.matches()) {
            return false;
        }
        try {
            LocalDate.of(
                    Integer.parseInt(date.group(1)), Integer.parseInt(date.group(2)), Integer.parseInt(date.group(3)));
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    /** Half of a surrogate pair is not: characters beyond 16 bits are escaped. */
    private static boolean isPrintable(int c) {
        return c == '\n'
                || c >= ' ' && c <= '~'
                || c >= 0xA0 && c < 0x2028
                || c > 0x2029 && c < 0xD800
                || c >= 0xE000 && c <= 0xFFFD && c != 0xFEFF;
    }

    private static String literal(String text, String indent) {
        String end = text.endsWith("\n\n") || text.equals("\n") ? "+" : text.endsWith("\n") ? "" : "-";
        StringBuilder block = new StringBuilder("|")
                .append(text.charAt(0) == ' ' || text.charAt(0) == '\n' ? "2" : "")
                .append(end);
        String lines = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        for (String line : lines.split("\n", -1)) {
            block.append('\n').append(line.isEmpty() ? "" : indent + line);
        }
        return block.toString();
    }

    private static String inDoubleQuotes(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(point -> {
            int named = "\0\u0007\b\t\n\u000B\f\r\u001B\"\\\u0085\u00A0\u2028\u2029".indexOf(point);
            if (point < 0x10000 && isPrintable(point) && "\n\"\\".indexOf(point) < 0) {
                quoted.appendCodePoint(point);
            } else if (named >= 0) {
                quoted.append('\\').append("0abtnvfre\"\\N_LP".charAt(named));
            } else {
                quoted.append((point <= 0xFF ? "\\x%02X" : point <= 0xFFFF ? "\\u%04X" : "\\U%08X").formatted(point));
            }
        });
        return quoted.append('"').toString();
    }

    /** The order of keys: letters after all else, runs of digits by their value. */
    private static int compare(String a, String b) {
        int[] left = a.codePoints().toArray();
        int[] right = b.codePoints().toArray();
        int i = 0;
        while (i < left.length && i < right.length && left[i] == right[i]) {
            i++;
        }
        if (i == left.length || i == right.length) {
            return Integer.compare(left.length, right.length);
        }
        boolean letter = Character.isLetter(left[i]);
        if (letter || Character.isLetter(right[i])) {
            return letter == Character.isLetter(right[i]) ? Integer.compare(left[i], right[i]) : letter ? 1 : -1;
        }
        // A zero within a number is not the start of one.
        boolean within = (left[i] == '0' || right[i] == '0') && hasDigitButZero(left, i);
        Run first = Run.of(left, i, within);
        Run second = Run.of(right, i, within);
        int byValue = Long.compare(first.value, second.value);
        int byLength = Integer.compare(first.end, second.end);
        return byValue != 0 ? byValue : byLength != 0 ? byLength : Integer.compare(left[i], right[i]);
    }

    private static boolean hasDigitButZero(int[] points, int end) {
        for (int i = end - 1; i >= 0 && Character.isDigit(points[i]); i--) {
            if (points[i] != '0') {
                return true;
            }
        }
        return false;
    }

    /** Digits in a row, as a number that overflows like one of 64 bits. */
    private record Run(long value, int end) {
        static Run of(int[] points, int start, boolean within) {
            long value = within ? 1 : 0;
            int end = start;
            while (end < points.length && Character.isDigit(points[end])) {
                value = value * 10 + (points[end] - '0');
                end++;
            }
            return new Run(value, end);
        }
    }
}
