// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.text;

import java.util.regex.Pattern;

/** Strings of foreign origin for messages: one line, not longer than the API allows in an Event. */
public final class MessageText {
    /** The longest message that the API server takes in an Event, in characters. */
    public static final int MAX_LENGTH = 1024;

    private static final String ELLIPSIS = "...";
    private static final Pattern GAP = Pattern.compile("[\\s\\p{Cntrl}]+");

    private MessageText() {}

    /** The string with single spaces in place of white space, cut at the end if it is too long. */
    public static String of(String text) {
        return cut(oneLine(text));
    }

    /** The text with every gap of white space made one space, whatever its length. */
    public static String oneLine(String text) {
        return GAP.matcher(text).replaceAll(" ").strip();
    }

    /**
     * The same for a string that must not be empty.
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

    private static String cut(String line) {
        if (line.length() <= MAX_LENGTH) {
            return line;
        }
        int end = MAX_LENGTH - ELLIPSIS.length();
        // Half a character would not be valid UTF-8.
        return line.substring(0, Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end) + ELLIPSIS;
    }
}
