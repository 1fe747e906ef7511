// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

import static io.ccmoperator.ini.Cursor.END;
import static io.ccmoperator.ini.Cursor.isComment;
import static io.ccmoperator.ini.Cursor.isEndOfLine;

import io.ccmoperator.assets.text.MessageText;
import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads INI as gcfg does, in time proportional to its size. The entries of duplicate sections are put
 * together. Line ends may be those of Windows; a carriage return in a value is ignored.
 */
public final class IniReader {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final Cursor cursor;
    private final Map<IniSection.Identity, Gathered> sections = new LinkedHashMap<>();
    private final List<String> cuts = new ArrayList<>();
    private Gathered current;

    private IniReader(String text) {
        this.cursor = new Cursor(text);
    }

    /**
     * Reads a configuration.
     *
     * @param text may be blank or hold comments only, which makes an empty document
     * @throws InvalidInputException if the input is not such INI; its one line begins with line and column, names
     * section and key
     *     where there are any, and does not show values. Of a string that looks like JSON or YAML it says so.
     */
    public static IniDocument read(String text) {
        return readMarkless(markless(text));
    }

    /**
     * A line for each value that an unquoted {@code #} or {@code ;} ends which may be meant as a part of it: one that directly follows a character of the
     * value, or before one where the value is empty. The lines do not show values.
     *
     * @throws InvalidInputException as {@link #read} does
     */
    public static List<String> cutValues(String text) {
        IniReader reader = new IniReader(markless(text));
        reader.document();
        return List.copyOf(reader.cuts);
    }

    private static String markless(String text) {
        return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    }

    private static IniDocument readMarkless(String text) {
        IniReader reader = new IniReader(text);
        try {
            return reader.document();
        } catch (InvalidInputException e) {
            throw reader.sections.isEmpty() ? explained(e, text) : e;
        }
    }

    private static InvalidInputException explained(InvalidInputException fault, String text) {
        return otherFormat(text)
                .map(format -> new InvalidInputException(fault.getMessage() + " (this looks like " + format
                        + ", but INI is expected: a header such as [Global], then lines of the form key = value)"))
                .orElse(fault);
    }

    /** The format of input that is not INI, judged by the first line that is neither blank nor a comment: users confuse those of clouds. */
    private static Optional<String> otherFormat(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .findFirst()
                .flatMap(IniReader::otherFormatOfLine);
    }

    private static Optional<String> otherFormatOfLine(String line) {
        if (line.startsWith("{")) {
            return Optional.of("JSON");
        }
        if (line.startsWith("[")) {
            String rest = line.substring(1).strip();
            boolean list = rest.isEmpty() || "{[]\"".indexOf(rest.charAt(0)) >= 0;
            return list ? Optional.of("JSON") : Optional.empty();
        }
        int colon = line.indexOf(':');
        int equals = line.indexOf('=');
        boolean mapping = colon > 0 && (equals < 0 || colon < equals);
        return mapping || line.startsWith("-") || line.startsWith("%YAML") ? Optional.of("YAML") : Optional.empty();
    }

    private IniDocument document() {
        for (cursor.skipBlanks(); cursor.peek() != END; cursor.skipBlanks()) {
            int c = cursor.peek();
            if (c == '\n') {
                cursor.next();
            } else if (isComment(c)) {
                cursor.skipLine();
            } else if (c == '[') {
                header();
            } else if (IniNames.starts(c)) {
                entry();
            } else {
                throw fault(cursor.place(), "a section header, a key or a comment is expected");
            }
        }
        return new IniDocument(sections.values().stream()
                .map(gathered -> gathered.section().with(gathered.entries()))
                .toList());
    }

    private void header() {
        Position place = cursor.place();
        current = null;
        cursor.next();
        cursor.skipBlanks();
        String name = name().orElseThrow(() ->
                fault(cursor.place(), "a section's name is expected after [: a letter, then letters, digits and -"));
        cursor.skipBlanks();
        Optional<String> subsection = cursor.peek() == '"' ? Optional.of(subsection(name)) : Optional.empty();
        cursor.skipBlanks();
        if (cursor.peek() != ']') {
            throw fault(
                    cursor.place(),
                    "the header of section " + MessageText.ofName(name)
                            + " is not closed here; write it like [Global] or [Global \"subsection\"]");
        }
        cursor.next();
        requireEndOfLine("the header of section " + MessageText.ofName(name));
        IniSection section = new IniSection(name, subsection, List.of(), place.line());
        current = sections.computeIfAbsent(
                section.identity(), any -> new Gathered(section, section.display(), new ArrayList<>()));
    }

    private String subsection(String section) {
        Position place = cursor.place();
        String where = "the subsection of " + MessageText.ofName(section);
        StringBuilder text = new StringBuilder();
        cursor.next();
        for (int c = cursor.next(); c != '"'; c = cursor.next()) {
            if (isEndOfLine(c)) {
                throw fault(place, where + " does not end on its line; close it with \"");
            }
            if (c == '\\') {
                c = cursor.next();
                if (c != '\\' && c != '"') {
                    throw fault(place, where + " has a backslash that is not before \\ or \"; write \\\\");
                }
            }
            text.appendCodePoint(c);
        }
        if (text.isEmpty()) {
            throw fault(place, where + " is empty; name it or leave the quotes out");
        }
        return text.toString();
    }

    private void entry() {
        Position place = cursor.place();
        String key = name().orElseThrow();
        if (current == null) {
            throw fault(
                    place,
                    // A string alone is a key for gcfg, and may be a secret.
                    "a key is before any section; put it under a header such as [Global]");
        }
        current.entries().add(new IniEntry(key, value(key), place.line()));
    }

    private Optional<String> value(String key) {
        String subject = current.display() + " " + MessageText.ofName(key);
        cursor.skipBlanks();
        int c = cursor.peek();
        if (isEndOfLine(c) || isComment(c)) {
            return Optional.empty();
        }
        if (c != '=') {
            throw fault(
                    cursor.place(),
                    subject + ": = is expected here; write key = value, with letters, digits and - in the key");
        }
        cursor.next();
        cursor.skipBlanks();
        ValueReader reader = new ValueReader(cursor, subject);
        String value = reader.read();
        if (reader.isCut()) {
            cuts.add("line " + cursor.place().line() + ": " + subject + " ends at '" + Character.toString(cursor.peek())
                    + "'; put the value in quotes if that belongs to it");
        }
        return Optional.of(value);
    }

    private Optional<String> name() {
        if (!IniNames.starts(cursor.peek())) {
            return Optional.empty();
        }
        StringBuilder name = new StringBuilder();
        while (IniNames.continues(cursor.peek())) {
            name.appendCodePoint(cursor.next());
        }
        return Optional.of(name.toString());
    }

    private void requireEndOfLine(String after) {
        cursor.skipBlanks();
        if (!isEndOfLine(cursor.peek()) && !isComment(cursor.peek())) {
            throw fault(cursor.place(), "there is content after " + after + "; put it on a line of its own");
        }
    }

    private static InvalidInputException fault(Position place, String reason) {
        return new InvalidInputException(place + ": " + reason);
    }

    /** A section, how messages show it, and the entries found for it so far. */
    private record Gathered(IniSection section, String display, List<IniEntry> entries) {}
}
