// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The value after a key in prose, from one index of the string to another, without its quotes.
 *
 * @param isCredential whether it may be one, if its key is that of a credential
 */
record ProseValue(int start, int end, boolean isCredential) {
    private static final Pattern SCHEME = Pattern.compile("(?i)(?:Bearer|Basic|Digest|Negotiate)[ \t]++");

    /** A word after a colon is prose as well, a masked one included: {@code password: not found}. */
    private static final Pattern WORD = Pattern.compile("[A-Za-z_./:'*-]*");

    private static final Pattern MASKED = Pattern.compile("<masked>?");

    private static final String PUNCTUATION = ".,;:)]}\"'`";
    private static final int MOST_PUNCTUATION = 4;

    /** @param key of which group 1 is the key, group 2 what is between key and value */
    static ProseValue at(String text, Matcher key) {
        String between = key.group(2);
        boolean isSpaced = between.chars().anyMatch(Character::isWhitespace);
        boolean isAssigned = between.indexOf('=') >= 0;
        int start = key.end();
        while (start < text.length() && text.charAt(start) == '\\') {
            start++;
        }
        char first = start < text.length() ? text.charAt(start) : ' ';
        if (first == '"' || first == '\'') {
            int end = closingQuote(text, start, start - key.end());
            return of(text, start + 1, end);
        }
        start = key.end();
        if (isAssigned && isSpaced) {
            return of(text, start, lineEnd(text, start));
        }
        Matcher scheme = SCHEME.matcher(text).region(start, text.length());
        int value = scheme.lookingAt() ? scheme.end() : start;
        int end = wordEnd(text, value);
        boolean isProse = !isAssigned
                && (isSpaced
                        ? value == start && isWord(text.substring(start, end))
                        // Such as the name of a service account.
                        : key.start() > 0 && text.charAt(key.start() - 1) == ':');
        return isProse ? new ProseValue(start, end, false) : of(text, start, end);
    }

    private static boolean isWord(String text) {
        return WORD.matcher(MASKED.matcher(text).replaceAll("*")).matches();
    }

    private static ProseValue of(String text, int start, int end) {
        return new ProseValue(start, end, !Credentials.isHarmless(text.substring(start, end)));
    }

    /** The value itself. */
    String of(String text) {
        return text.substring(start, end);
    }

    /**
     * Where the string ends: before its closing quote and the backslashes before that; the end of the text where there is none.
     *
     * @param backslashes before the opening quote, of a string in another one
     */
    private static int closingQuote(String text, int first, int backslashes) {
        int before = 0;
        for (int index = first + 1; index < text.length(); index++) {
            char c = text.charAt(index);
            if (c == text.charAt(first) && before % (2 * (backslashes + 1)) == backslashes) {
                return index - backslashes;
            }
            before = c == '\\' ? before + 1 : 0;
        }
        return text.length();
    }

    private static int lineEnd(String text, int start) {
        int end = start;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        return end;
    }

    private static int wordEnd(String text, int start) {
        int end = start;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        int least = Math.max(start, end - MOST_PUNCTUATION);
        while (end > least
                && PUNCTUATION.indexOf(text.charAt(end - 1)) >= 0
                && !Credentials.isHarmless(text.substring(start, end))) {
            end--;
        }
        return end;
    }
}
