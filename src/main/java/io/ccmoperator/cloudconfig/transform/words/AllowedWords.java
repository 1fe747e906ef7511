// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The values that a program knows.
 *
 * @param words as they are written; empty where only the format counts
 * @param ignoreCase whether their letter case does not count
 * @param empty whether the empty value is one of them, as it is for most programs: a key that is not set
 * @param trim whether the program takes blanks around a value and its parts away
 * @param separator the characters where the program splits a value, so that each part is judged; empty where it does not
 * @param format what a value may be beside the words
 */
record AllowedWords(
        List<String> words,
        boolean ignoreCase,
        boolean empty,
        boolean trim,
        String separator,
        Optional<ValueFormat> format) {
    AllowedWords {
        words = List.copyOf(words);
    }

    /** Whether nothing is said of the values, and the key itself is what matters. */
    boolean areNone() {
        return words.isEmpty() && format.isEmpty();
    }

    boolean contain(String value) {
        if (separator.isEmpty() || trimmed(value).isEmpty()) {
            return isAllowed(trimmed(value));
        }
        return Arrays.stream(value.split("[" + Pattern.quote(separator) + "]", -1))
                .allMatch(part -> isAllowed(trimmed(part)));
    }

    private String trimmed(String value) {
        return trim ? value.strip() : value;
    }

    private boolean isAllowed(String part) {
        return part.isEmpty() && empty
                || words.stream().anyMatch(word -> ignoreCase ? word.equalsIgnoreCase(part) : word.equals(part))
                || format.filter(known -> known.accepts().test(part)).isPresent();
    }

    /** What is wrong with another value, as messages say it; never the value, which may be a credential. */
    String reason() {
        String expected = words.size() == 1 ? words.get(0) : "one of " + String.join(", ", words);
        String all = format.map(known -> words.isEmpty() ? known.expected() : expected + ", or " + known.expected())
                .orElse(expected);
        return separator.isEmpty() ? "the value is not " + all : "a part of the value is not " + all;
    }

    /** What to write instead. */
    String remedy() {
        if (words.isEmpty()) {
            return "write one such as " + format.orElseThrow().example();
        }
        if (words.size() == 1 && format.isEmpty()) {
            return "write " + words.get(0);
        }
        return separator.isEmpty()
                ? "write one of them"
                : "write one or more of them, with '" + separator.charAt(0) + "' between";
    }
}
