// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.text;

import java.util.regex.Pattern;

/**
 * Strings of foreign origin for messages: one line without credentials, see {@link Credentials}, and without characters that control a
 * terminal or the direction of what is read, not longer than the API allows in an Event.
 */
public final class MessageText {
    /** The longest message that the API server takes in an Event, in characters. */
    public static final int MAX_LENGTH = 1024;

    private static final String ELLIPSIS = "...";

    /** Names that users choose are cut after these many characters. */
    private static final int MAX_NAME_LENGTH = 80;

    /** Of Unicode: control characters, format characters such as those of direction, ends of lines, surrogates without their half. */
    private static final String INVISIBLE = "\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}";

    private static final Pattern GAP = Pattern.compile("[\\s" + INVISIBLE + "]+");
    private static final Pattern INVISIBLE_CHARACTER = Pattern.compile("[" + INVISIBLE + "]");

    private MessageText() {}

    /** The string with single spaces in place of white space and invisible characters, cut at the end if it is too long. */
    public static String of(String text) {
        return of(text, MAX_LENGTH);
    }

    /** The same with another limit, of more than three characters. */
    public static String of(String text, int maxLength) {
        return cut(oneLine(text), maxLength);
    }

    /** The same, cut in the middle: the end of what a program says has the answer, such as the values that it takes. */
    public static String withEnd(String text, int maxLength) {
        String line = oneLine(text);
        if (line.length() <= maxLength) {
            return line;
        }
        int start = line.length() - (maxLength - ELLIPSIS.length()) / 2;
        String end = line.substring(Character.isLowSurrogate(line.charAt(start)) ? start + 1 : start);
        return cut(line, maxLength - end.length()) + end;
    }

    /** The same, whatever its length. */
    public static String oneLine(String text) {
        return GAP.matcher(Credentials.masked(text)).replaceAll(" ").strip();
    }

    /**
     * The same as {@link #of} for a string that must not be empty.
     *
     * @throws IllegalArgumentException if it is blank
     */
    public static String ofText(String text) {
        String line = of(text);
        if (line.isEmpty()) {
            throw new IllegalArgumentException("the message of a result is empty");
        }
        return line;
    }

    /** A name that a user chose, on one line, cut at the end if it is too long for a message. */
    public static String ofName(String name) {
        if (name.codePointCount(0, name.length()) <= MAX_NAME_LENGTH) {
            return visible(name);
        }
        return visible(name.substring(0, name.offsetByCodePoints(0, MAX_NAME_LENGTH))) + ELLIPSIS;
    }

    /** The string with invisible characters as escapes such as {@code \u202e}, where each character matters. */
    public static String visible(String text) {
        return INVISIBLE_CHARACTER
                .matcher(text)
                .replaceAll(found -> "\\\\u%04x".formatted(found.group().codePointAt(0)));
    }

    private static String cut(String line, int maxLength) {
        if (line.length() <= maxLength) {
            return line;
        }
        int end = maxLength - ELLIPSIS.length();
        // Half a character would not be valid UTF-8.
        return line.substring(0, Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end) + ELLIPSIS;
    }
}
