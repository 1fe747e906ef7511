// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

import java.util.List;

/**
 * Writes INI that gcfg reads as the very same document. Values are in quotes only where they need it, with no escapes
 * but {@code \\ \" \n \t}. The same document gives the same output.
 */
public final class IniWriter {
    /** Characters that would end a value, or begin an escape or quotes, without quotes. */
    private static final String SPECIAL = "\"\\;#\n\t";

    /** In sections of more entries, or for longer keys, the spaces could make the text larger than a ConfigMap may be. */
    private static final int ALIGNED_ENTRIES = 64;

    private static final int ALIGNED_KEY = 48;

    private IniWriter() {}

    /** The text, with a newline at the end of each line; empty for a document without sections. */
    public static String write(IniDocument document) {
        StringBuilder text = new StringBuilder();
        for (IniSection section : document.sections()) {
            if (!text.isEmpty()) {
                text.append('\n');
            }
            text.append(section.header()).append('\n');
            int width = keyWidth(section.entries());
            section.entries().forEach(entry -> write(entry, width, text));
        }
        return text.toString();
    }

    /** The width to which keys are filled up, so that the values are in one column. */
    private static int keyWidth(List<IniEntry> entries) {
        if (entries.size() > ALIGNED_ENTRIES) {
            return 0;
        }
        return entries.stream()
                .mapToInt(entry -> entry.key().length())
                .filter(length -> length <= ALIGNED_KEY)
                .max()
                .orElse(0);
    }

    private static void write(IniEntry entry, int width, StringBuilder text) {
        text.append(entry.key());
        entry.value().ifPresent(value -> {
            text.append(" ".repeat(Math.max(0, width - entry.key().length()))).append(" = ");
            if (needsQuotes(value)) {
                quote(value, text);
            } else {
                text.append(value);
            }
        });
        text.append('\n');
    }

    private static boolean needsQuotes(String value) {
        return value.isEmpty()
                || value.charAt(0) == ' '
                || value.charAt(value.length() - 1) == ' '
                || value.chars().anyMatch(c -> SPECIAL.indexOf(c) >= 0);
    }

    private static void quote(String value, StringBuilder text) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\n' -> text.append("\\n");
                case '\t' -> text.append("\\t");
                case '"', '\\' -> text.append('\\').append(c);
                default -> text.append(c);
            }
        }
        text.append('"');
    }
}
