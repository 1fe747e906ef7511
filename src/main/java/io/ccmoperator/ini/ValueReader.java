// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

import static io.ccmoperator.ini.Cursor.isBlank;
import static io.ccmoperator.ini.Cursor.isComment;
import static io.ccmoperator.ini.Cursor.isEndOfLine;

import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.cluster.InvalidInputException;

/**
 * Reads one value, the cursor being at its first character. Any part of it may be in quotes. Messages do not show the value,
 * which may be a password.
 */
final class ValueReader {
    private final Cursor cursor;
    private final String subject;
    private final StringBuilder value = new StringBuilder();
    private boolean quoted;

    private boolean hasQuotes;

    /** The last character before the cursor. */
    private int last = '=';

    /**
     * @param subject section and key, for messages
     */
    ValueReader(Cursor cursor, String subject) {
        this.cursor = cursor;
        this.subject = subject;
    }

    String read() {
        int end = 0;
        Position quote = cursor.place();
        while (quoted || !endsHere()) {
            Position place = cursor.place();
            int c = cursor.next();
            last = c;
            if (c == '"') {
                quoted = !quoted;
                hasQuotes = true;
                quote = place;
            } else if (isEndOfLine(c)) {
                throw fault(
                        quote, "the quoted value does not end on its line; close it with \", write \\n for a new line");
            } else if (c == '\\') {
                escape(place);
            } else if (c != '\r') {
                value.appendCodePoint(c);
            }
            if (quoted || !isBlank(c)) {
                end = value.length();
            }
        }
        value.setLength(end);
        return value.toString();
    }

    /**
     * Whether the value that was read ends at a comment that may be meant as a part of it: one that directly follows a character without quotes, or, where the
     * value is empty, one that begins with a character.
     */
    boolean isCut() {
        if (!isComment(cursor.peek())) {
            return false;
        }
        return value.isEmpty() ? !hasQuotes && !cursor.isBlankNext() : last != '"' && !isBlank(last);
    }

    private boolean endsHere() {
        int c = cursor.peek();
        return isEndOfLine(c) || isComment(c);
    }

    private void escape(Position place) {
        if (quoted) {
            inQuotes(place);
        } else {
            outsideOfQuotes(place);
        }
    }

    private void inQuotes(Position place) {
        switch (cursor.next()) {
            case '\\' -> value.append('\\');
            case '"' -> value.append('"');
            case 'n' -> value.append('\n');
            case 't' -> value.append('\t');
            default -> throw fault(place, "in quotes only \\\\ \\\" \\n and \\t are known; write \\\\ for a backslash");
        }
    }

    /** Here a backslash continues the line or escapes a quote that belongs to the value. */
    private void outsideOfQuotes(Position place) {
        if (cursor.peek() == '\r') {
            cursor.next();
        }
        switch (cursor.next()) {
            case '"' -> value.append('"');
            case '\n' -> {}
            default ->
                throw fault(
                        place,
                        "outside of quotes a backslash is allowed only before \" or the end of the line;"
                                + " put the value in quotes and write \\\\");
        }
    }

    private InvalidInputException fault(Position place, String reason) {
        return new InvalidInputException(place + ": " + subject + ": " + reason);
    }
}
