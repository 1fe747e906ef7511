// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.cluster.InvalidInputException;

/** Walks through a string, character by character, and knows the place. */
final class Cursor {
    /** What follows the text. */
    static final int END = -1;

    private final String text;
    private int offset;
    private int line = 1;
    private int column = 1;

    Cursor(String text) {
        this.text = text;
    }

    Position place() {
        return new Position(line, column);
    }

    /** The character here, or {@link #END}. */
    int peek() {
        if (offset == text.length()) {
            return END;
        }
        int c = text.codePointAt(offset);
        if (c == 0 || IniNames.isSurrogate(c)) {
            throw new InvalidInputException(place() + ": U+%04X is not a character of INI; remove it".formatted(c));
        }
        return c;
    }

    /** Whether a blank or the end of the line follows the character here. */
    boolean isBlankNext() {
        int next = offset + Character.charCount(peek());
        return next >= text.length() || isBlank(text.charAt(next)) || text.charAt(next) == '\n';
    }

    /** Returns the character here and moves the cursor after it. */
    int next() {
        int c = peek();
        if (c == END) {
            return END;
        }
        offset += Character.charCount(c);
        column++;
        if (c == '\n') {
            line++;
            column = 1;
        }
        return c;
    }

    void skipBlanks() {
        while (isBlank(peek())) {
            next();
        }
    }

    void skipLine() {
        while (!isEndOfLine(peek())) {
            next();
        }
    }

    static boolean isBlank(int c) {
        return c == ' ' || c == '\t' || c == '\r';
    }

    static boolean isEndOfLine(int c) {
        return c == '\n' || c == END;
    }

    static boolean isComment(int c) {
        return c == ';' || c == '#';
    }
}
