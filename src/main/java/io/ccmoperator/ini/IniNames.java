// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

/**
 * Names of sections and keys: letters, digits and {@code -}, of any script, with a letter first. They are
 * case-insensitive.
 */
final class IniNames {
    private IniNames() {}

    static boolean starts(int codePoint) {
        return Character.isLetter(codePoint);
    }

    static boolean continues(int codePoint) {
        return Character.isLetter(codePoint) || Character.isDigit(codePoint) || codePoint == '-';
    }

    /** The name itself. */
    static String require(String name) {
        boolean good = !name.isEmpty() && starts(name.codePointAt(0));
        for (int i = 0, c; good && i < name.length(); i += Character.charCount(c)) {
            c = name.codePointAt(i);
            good = continues(c);
        }
        if (!good) {
            throw new IllegalArgumentException("'" + name + "' is not a valid name of an INI section or key");
        }
        return name;
    }

    /** One spelling for all that differ in case only. */
    static String folded(String name) {
        StringBuilder folded = new StringBuilder(name.length());
        for (int i = 0, c; i < name.length(); i += Character.charCount(c)) {
            c = name.codePointAt(i);
            folded.appendCodePoint(fold(c));
        }
        return folded.toString();
    }

    static boolean same(String one, String other) {
        return one.equalsIgnoreCase(other);
    }

    private static int fold(int codePoint) {
        return Character.toLowerCase(Character.toUpperCase(codePoint));
    }

    /** The value as it is; the dialect can represent every character but those of {@code unknown}. */
    static String requireWithout(String unknown, String text) {
        for (int i = 0, c; i < text.length(); i += Character.charCount(c)) {
            c = text.codePointAt(i);
            if (isSurrogate(c) || unknown.indexOf(c) >= 0) {
                throw new IllegalArgumentException("INI cannot hold the character U+%04X here".formatted(c));
            }
        }
        return text;
    }

    /** Whether a code point is a surrogate, which UTF-8 cannot represent. */
    static boolean isSurrogate(int codePoint) {
        return Character.MIN_SURROGATE <= codePoint && codePoint <= Character.MAX_SURROGATE;
    }
}
