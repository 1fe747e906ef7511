// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

import io.ccmoperator.assets.text.MessageText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A section: all entries under headers of one name.
 *
 * @param name as written first: a letter, then letters, digits and {@code -}; its case does not count
 * @param subsection the string in quotes after the name, without escapes; case-sensitive
 * @param entries in the order of the text; a key may occur several times
 * @param line the line of the first header, counted from 1; 0 if it was not read
 */
public record IniSection(String name, Optional<String> subsection, List<IniEntry> entries, int line) {
    /**
     * Checks that the header can be written.
     *
     * @throws IllegalArgumentException if the name is none, or the subsection is empty or has a character that the dialect
     *     cannot represent there: NUL, newline, a surrogate
     */
    public IniSection {
        IniNames.require(name);
        subsection.ifPresent(text -> IniNames.requireWithout("\0\n", text));
        if (subsection.filter(String::isEmpty).isPresent()) {
            throw new IllegalArgumentException("an INI subsection has a name");
        }
        entries = List.copyOf(entries);
    }

    /** A section without subsection and entries that was not read. */
    public static IniSection empty(String name) {
        return new IniSection(name, Optional.empty(), List.of(), 0);
    }

    /** Whether this is the section {@code [name]}, whatever the letter case; one with a subsection is another. */
    public boolean is(String section) {
        return subsection.isEmpty() && isNamed(section);
    }

    /** Whether this is {@code [name]} or {@code [name "of any subsection"]}, whatever the letter case. */
    public boolean isNamed(String section) {
        return IniNames.same(name, section);
    }

    /** The section as messages show it, on one line, e.g. {@code [ServiceOverride "1"]}; too long a name is cut. */
    public String display() {
        return MessageText.ofName(header());
    }

    /** A key of the section as messages show it, e.g. {@code [Global] Zone}. */
    public String display(String key) {
        return display() + " " + MessageText.ofName(key);
    }

    /** The header as it is written. */
    String header() {
        return subsection
                .map(text -> "[" + name + " \"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"]")
                .orElse("[" + name + "]");
    }

    /** The effective entry of a key with one value: the last one. */
    public Optional<IniEntry> entry(String key) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i).is(key)) {
                return Optional.of(entries.get(i));
            }
        }
        return Optional.empty();
    }

    /** The effective value of a key: that of its last entry; empty if that entry has no value. */
    public Optional<String> value(String key) {
        return entry(key).flatMap(IniEntry::value);
    }

    /** All entries of a key, in order. */
    public List<IniEntry> entries(String key) {
        return entries.stream().filter(entry -> entry.is(key)).toList();
    }

    /** The section with one value for a key: in the place of its first entry, or else at the end. */
    public IniSection with(String key, String value) {
        List<IniEntry> changed = new ArrayList<>(entries.size() + 1);
        boolean set = false;
        for (IniEntry entry : entries) {
            if (!entry.is(key)) {
                changed.add(entry);
            } else if (!set) {
                changed.add(new IniEntry(entry.key(), Optional.of(value), entry.line()));
                set = true;
            }
        }
        if (!set) {
            changed.add(IniEntry.of(key, value));
        }
        return with(changed);
    }

    /** The section without any entry of a key. */
    public IniSection without(String key) {
        return with(entries.stream().filter(entry -> !entry.is(key)).toList());
    }

    /** The section with other entries. */
    public IniSection with(List<IniEntry> changed) {
        return new IniSection(name, subsection, changed, line);
    }

    /** What two sections of one document must not share. */
    Identity identity() {
        return new Identity(IniNames.folded(name), subsection);
    }

    /** A section's name in one spelling, and the subsection. */
    record Identity(String name, Optional<String> subsection) {}
}
