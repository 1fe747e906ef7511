// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

/** Names in the form of messages: users choose them, with any length and control characters. */
public final class MessageName {
    private static final int LENGTH = 80;

    private MessageName() {}

    /** The name on one line, cut at the end if it is too long for a message. */
    public static String of(String name) {
        StringBuilder shown = new StringBuilder();
        name.codePoints().limit(LENGTH).forEach(c -> {
            if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                shown.append("\\u%04x".formatted(c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return name.codePointCount(0, name.length()) > LENGTH ? shown + "..." : shown.toString();
    }
}
