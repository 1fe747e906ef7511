// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.List;

/**
 * Reads YAML with tabs between its tokens, as after a colon or in indented JSON. The cloud controller manager accepts them;
 * this parser accepts spaces only, but reports the position of a tab. A tab that indents a block is an error in both.
 */
final class TabbedYaml {
    /** In characters. Reading restarts after each tab, which must not take long for a large text with many of them. */
    private static final int READING_LIMIT = 4_000_000;

    private TabbedYaml() {}

    /**
     * The documents, with scalars as they are written.
     *
     * @throws SyntaxException if the input is not well-formed YAML, or has too many tabs for its size
     */
    static List<YamlDocument> read(String text) {
        String spaced = text;
        for (long read = text.length(); ; read += text.length()) {
            try {
                return YamlReader.readAsWritten(spaced);
            } catch (SyntaxException e) {
                int tab = e.position().map(position -> offset(text, position)).orElse(-1);
                if (read > READING_LIMIT || tab < 0 || !separates(spaced, tab)) {
                    throw e;
                }
                spaced = withoutTabs(spaced, tab);
            }
        }
    }

    private static boolean separates(String text, int offset) {
        if (text.charAt(offset) != '\t') {
            return false;
        }
        int start = Math.max(text.lastIndexOf('\n', offset), text.lastIndexOf('\r', offset)) + 1;
        return !text.substring(start, offset).isBlank() || text.stripLeading().startsWith("{");
    }

    /** Spaces in place of the tabs at an offset. */
    private static String withoutTabs(String text, int offset) {
        int end = offset;
        while (end < text.length() && (text.charAt(end) == '\t' || text.charAt(end) == ' ')) {
            end++;
        }
        return text.substring(0, offset) + " ".repeat(end - offset) + text.substring(end);
    }

    /** The offset of a position in the input, or -1 after its end. */
    private static int offset(String text, Position position) {
        int offset = 0;
        for (int line = 1; line < position.line() && offset < text.length(); offset++) {
            char c = text.charAt(offset);
            boolean windows = c == '\r' && offset + 1 < text.length() && text.charAt(offset + 1) == '\n';
            line += c == '\n' || c == '\r' && !windows ? 1 : 0;
        }
        for (int column = 1; column < position.column() && offset < text.length(); column++) {
            offset += Character.charCount(text.codePointAt(offset));
        }
        return offset < text.length() ? offset : -1;
    }
}
