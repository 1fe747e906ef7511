// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.ini.IniDocument;
import io.ccmoperator.ini.IniEntry;
import io.ccmoperator.ini.IniReader;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Quotes around whole values that are none to the cloud controller manager, but were to the previous operator's reader, gopkg.in/ini.v1.
 *
 * @param lines of the values in {@linkplain IniReader#otherQuotes such quotes}
 */
record FormerQuotes(Set<Integer> lines) {
    static FormerQuotes of(String source) {
        return new FormerQuotes(IniReader.otherQuotes(source));
    }

    /** The document with the values alone. */
    IniDocument removedFrom(IniDocument document) {
        if (lines.isEmpty()) {
            return document;
        }
        return new IniDocument(document.sections().stream()
                .map(section -> section.with(
                        section.entries().stream().map(this::removedFrom).toList()))
                .toList());
    }

    private IniEntry removedFrom(IniEntry entry) {
        if (!lines.contains(entry.line())) {
            return entry;
        }
        String value = entry.text();
        return new IniEntry(entry.key(), Optional.of(value.substring(1, value.length() - 1)), entry.line());
    }

    /** A line for each such value that is in the result as it was read, without the value, which may be a credential. */
    List<String> warnings(IniDocument read, IniDocument result, String clause) {
        Set<IniEntry> kept = entries(result).collect(Collectors.toSet());
        return read.sections().stream()
                .flatMap(section -> section.entries().stream()
                        .filter(entry -> lines.contains(entry.line()) && kept.contains(entry))
                        .map(entry -> "line " + entry.line() + ": " + section.display(entry.key()) + ": " + clause))
                .toList();
    }

    private static Stream<IniEntry> entries(IniDocument document) {
        return document.sections().stream().flatMap(section -> section.entries().stream());
    }
}
