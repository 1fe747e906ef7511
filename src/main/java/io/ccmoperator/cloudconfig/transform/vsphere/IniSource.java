// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.cloudconfig.transform.words.KeyType;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.ini.IniDocument;
import io.ccmoperator.ini.IniEntry;
import io.ccmoperator.ini.IniSection;
import java.util.ArrayList;
import java.util.HashMap;
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
 * under their own names, a section with a subsection as {@code Name "subsection"}, with a warning. Left out are the sections that the
 * in-tree provider needed to create disks and machines, which every installer wrote, and, with a warning, names that mean nothing in INI,
 * but would in YAML.
 */
final class IniSource {
    private static final Set<String> IN_TREE = Set.of("workspace", "disk", "network");
    private static final String SERVER = "server";
    private static final String FAMILIES = "ipFamily";
    private static final String UNKNOWN =
            " is not read by the cloud controller manager; correct its name, or remove it";

    private final Map<String, Object> tree = new LinkedHashMap<>();
    private final List<String> warnings = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final Map<TreePath, String> places = new HashMap<>();
    private boolean exact = true;

    /**
     * The configuration.
     *
     * @param cut lines about values that a comment ends
     * @throws InvalidInputException with a line for each value that is not of its key's type
     */
    SourceConfig read(IniDocument document, List<String> cut) {
        warnings.addAll(cut);
        document.sections().forEach(this::add);
        if (!faults.isEmpty()) {
            throw new InvalidInputException(faults);
        }
        return new SourceConfig(tree, warnings, path -> places.getOrDefault(path, path.toString()), exact);
    }

    private void add(IniSection section) {
        Optional<Section> known = Section.ofIni(section.name())
                .filter(s -> s.isNamed() == section.subsection().isPresent());
        Optional<Section> named = Section.ofIni(section.name()).filter(Section::isNamed);
        if (known.isPresent()) {
            addKnown(section, known.get());
        } else if (named.isPresent()) {
            unreadable(
                    named.get(),
                    place(section.line())
                            + section.display()
                            + (section.isNamed(Section.VCENTER.ini())
                                    ? " names no vCenter; write [VirtualCenter \"server\"] with the vCenter's host name"
                                    : " names no class; write [LoadBalancerClass \"name\"]"));
        } else if (section.subsection().isEmpty() && section.name().equalsIgnoreCase(Section.VCENTER.yaml())) {
            warnings.add(place(section.line()) + section.display()
                    + " is not a section of the INI form and left out; write [VirtualCenter \"server\"]");
        } else if (section.subsection().isPresent() || !IN_TREE.contains(lower(section.name()))) {
            String name = section.name();
            tree.put(section.subsection().map(sub -> name + " \"" + sub + "\"").orElse(name), unknown(section));
            warnings.add(place(section.line()) + section.display() + UNKNOWN);
        }
    }

    private void addKnown(IniSection section, Section known) {
        Map<String, Object> values = new LinkedHashMap<>();
        TreePath path = section.subsection()
                .map(name -> TreePath.of(known.yaml(), name))
                .orElse(TreePath.of(known.yaml()));
        byKey(section).forEach((name, entries) -> {
            Optional<Section.Key> key = known.keys().stream()
                    .filter(candidate -> candidate.ini().equals(name))
                    .findFirst();
            if (key.isPresent()) {
                places.put(
                        path.field(key.get().yaml()),
                        place(last(entries).line()) + section.display(key.get().ini()));
                value(section, known, key.get(), entries)
                        .ifPresent(value -> values.put(key.get().yaml(), value));
            } else {
                addUnknown(section, known, entries, values);
            }
        });
        section.subsection()
                .ifPresentOrElse(
                        name -> addEntry(known, name, place(section.line()) + section.display(), values),
                        () -> tree.put(known.yaml(), values));
    }

    private void addEntry(Section section, String name, String place, Map<String, Object> values) {
        if (section == Section.VCENTER && values.putIfAbsent(SERVER, name) == null) {
            places.put(TreePath.of(section.yaml(), name, SERVER), place);
        }
        new FieldWriter(tree).map(section.yaml()).put(name, values);
    }

    private Optional<Object> value(IniSection section, Section known, Section.Key key, List<IniEntry> entries) {
        if (entries.size() > 1 && key.type() != KeyType.STRINGS) {
            warnings.add(place(last(entries).line()) + section.display(key.ini()) + " is set " + entries.size()
                    + " times; the last value is used");
        }
        try {
            Optional<Object> value = IniValue.of(key, entries);
            if (key.type() == KeyType.STRINGS) {
                exact &= entries.size() == 1 && (!key.yaml().equals(FAMILIES) || isExact(value, last(entries)));
            }
            return value;
        } catch (InvalidInputException e) {
            String place = place(last(entries).line()) + section.display() + " ";
            e.lines().forEach(line -> unreadable(known, place + line));
            // As it is, the cloud controller manager does not read the section.
            return Optional.<Object>of(last(entries).text()).filter(text -> !known.isOfNodes() && !text.equals(""));
        }
    }

    /** An error, or where nodes do not depend on the section a warning. */
    private void unreadable(Section section, String line) {
        if (section.isOfNodes()) {
            faults.add(line);
        } else {
            warnings.add(line + "; until then there are no load balancers and routes");
        }
    }

    /** The cloud controller manager reads the last entry alone. It takes the blanks around a datacenter away, and those around a family not. */
    private static boolean isExact(Optional<Object> strings, IniEntry entry) {
        return entry.text()
                .equals(strings.map(list -> String.join(",", Tree.strings(list)))
                        .orElse(""));
    }

    private void addUnknown(IniSection section, Section known, List<IniEntry> entries, Map<String, Object> values) {
        String name = entries.get(0).key();
        Optional<Section.Key> same = known.keys().stream()
                .filter(key -> key.yaml().equalsIgnoreCase(name))
                .findFirst();
        if (same.isPresent()) {
            warnings.add(place(entries.get(0).line()) + section.display(name)
                    + " is not a key of the INI form and left out; write "
                    + same.get().ini());
        } else {
            values.put(name, strings(entries));
            warnings.add(place(entries.get(0).line()) + section.display(name) + UNKNOWN);
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
