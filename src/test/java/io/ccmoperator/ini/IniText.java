// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Documents as tests compare them: without line numbers. */
public final class IniText {
    private IniText() {}

    /** The document as if nothing of it had been read. */
    public static IniDocument withoutLines(IniDocument document) {
        return new IniDocument(document.sections().stream()
                .map(section -> new IniSection(
                        section.name(),
                        section.subsection(),
                        section.entries().stream()
                                .map(entry -> new IniEntry(entry.key(), entry.value(), 0))
                                .toList(),
                        0))
                .toList());
    }

    /** What gcfg would find: sections and keys in one spelling, the values of each key in order. */
    public static Map<Object, Map<String, List<Optional<String>>>> found(IniDocument document) {
        Map<Object, Map<String, List<Optional<String>>>> found = new LinkedHashMap<>();
        for (IniSection section : document.sections()) {
            found.put(
                    section.identity(),
                    section.entries().stream()
                            .collect(Collectors.groupingBy(
                                    entry -> IniNames.folded(entry.key()),
                                    LinkedHashMap::new,
                                    Collectors.mapping(IniEntry::value, Collectors.toList()))));
        }
        return found;
    }

    /** One line a section or entry; values in angle brackets, with newlines and tabs shown as escapes. */
    static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        for (IniSection section : IniReader.read(text).sections()) {
            shown.append(section.header()).append('\n');
            for (IniEntry entry : section.entries()) {
                String value = entry.value()
                        .map(v -> " <" + v.replace("\n", "\\n").replace("\t", "\\t") + ">")
                        .orElse("");
                shown.append(entry.key()).append(value).append('\n');
            }
        }
        return shown.toString();
    }
}
