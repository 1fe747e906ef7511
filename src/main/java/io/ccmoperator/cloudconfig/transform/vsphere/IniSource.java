// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.cloudconfig.transform.MemberNames;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.ini.IniDocument;
import io.ccmoperator.ini.IniEntry;
import io.ccmoperator.ini.IniSection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns the legacy INI form into the shape of the YAML form.
 *
 * <p>The cloud controller manager passes over sections and keys that it does not know, in both forms; they are carried over
 * under their own names, a section with a subsection as {@code Name "subsection"}. Left out are the sections that the
 * in-tree provider needed to create disks and machines, which every installer wrote, and names that mean nothing in INI, but
 * would in YAML; the latter is a warning.
 */
final class IniSource {
    private static final Set<String> IN_TREE = Set.of("workspace", "disk", "network");

    private final Map<String, Object> tree = new LinkedHashMap<>();
    private final List<String> warnings = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();

    /**
     * The configuration.
     *
     * @throws InvalidInputException with a line for each value that is not of its key's type
     */
    SourceConfig read(IniDocument document) {
        document.sections().forEach(this::add);
        if (!faults.isEmpty()) {
            throw new InvalidInputException(faults);
        }
        return new SourceConfig(tree, warnings);
    }

    private void add(IniSection section) {
        Optional<Section> known = Section.ofIni(section.name())
                .filter(s -> (s == Section.VCENTER) == section.subsection().isPresent());
        if (known.isPresent()) {
            addKnown(section, known.get());
        } else if (Section.VCENTER == Section.ofIni(section.name()).orElse(null)) {
            faults.add(place(section.line()) + section.display()
                    + " names no vCenter; write [VirtualCenter \"server\"] with the vCenter's host name");
        } else if (section.subsection().isEmpty() && MemberNames.isSame(section.name(), Section.VCENTER.yaml())) {
            warnings.add(place(section.line()) + section.display()
                    + " is not a section of the INI form and left out; write [VirtualCenter \"server\"]");
        } else if (section.subsection().isPresent() || !IN_TREE.contains(lower(section.name()))) {
            String name = section.name();
            tree.put(section.subsection().map(sub -> name + " \"" + sub + "\"").orElse(name), unknown(section));
        }
    }

    private void addKnown(IniSection section, Section known) {
        Map<String, Object> values = new LinkedHashMap<>();
        byKey(section).forEach((name, entries) -> {
            Optional<ConfigKey> key = known.keys().stream()
                    .filter(candidate -> candidate.ini().equals(name))
                    .findFirst();
            if (key.isPresent()) {
                value(section, key.get(), entries)
                        .ifPresent(value -> values.put(key.get().yaml(), value));
            } else {
                addUnknown(section, known, entries, values);
            }
        });
        section.subsection().ifPresentOrElse(name -> addCenter(name, values), () -> tree.put(known.yaml(), values));
    }

    private void addCenter(String name, Map<String, Object> values) {
        values.putIfAbsent("server", name);
        new FieldWriter(tree).map(Section.VCENTER.yaml()).put(name, values);
    }

    private Optional<Object> value(IniSection section, ConfigKey key, List<IniEntry> entries) {
        if (entries.size() > 1 && key.kind() != ConfigKey.Kind.STRINGS) {
            warnings.add(place(last(entries).line()) + section.display(key.ini()) + " is set " + entries.size()
                    + " times; the last value is used");
        }
        try {
            return IniValue.of(key, entries);
        } catch (InvalidInputException e) {
            e.lines().forEach(line -> faults.add(place(last(entries).line()) + section.display() + " " + line));
            return Optional.empty();
        }
    }

    private void addUnknown(IniSection section, Section known, List<IniEntry> entries, Map<String, Object> values) {
        String name = entries.get(0).key();
        Optional<ConfigKey> same = known.keys().stream()
                .filter(key -> MemberNames.isSame(key.yaml(), name))
                .findFirst();
        if (same.isPresent()) {
            warnings.add(place(entries.get(0).line()) + section.display(name)
                    + " is not a key of the INI form and left out; write "
                    + same.get().ini());
        } else {
            values.put(name, strings(entries));
        }
    }

    private static Map<String, Object> unknown(IniSection section) {
        Map<String, Object> values = new LinkedHashMap<>();
        byKey(section).values().forEach(entries -> values.put(entries.get(0).key(), strings(entries)));
        return values;
    }

    /** The entries of each key together, by the key in lower case. */
    private static Map<String, List<IniEntry>> byKey(IniSection section) {
        Map<String, List<IniEntry>> byKey = new LinkedHashMap<>();
        section.entries()
                .forEach(entry -> byKey.computeIfAbsent(lower(entry.key()), key -> new ArrayList<>())
                        .add(entry));
        return byKey;
    }

    /** A single value as a string, null for a key alone; several as a list of such. */
    private static Object strings(List<IniEntry> entries) {
        List<Object> strings = new ArrayList<>();
        entries.forEach(entry -> strings.add(entry.value().orElse(null)));
        return strings.size() == 1 ? strings.get(0) : strings;
    }

    private static IniEntry last(List<IniEntry> entries) {
        return entries.get(entries.size() - 1);
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static String place(int line) {
        return "line " + line + ": ";
    }
}
