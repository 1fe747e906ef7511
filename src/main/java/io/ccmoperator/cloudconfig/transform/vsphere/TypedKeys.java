// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.PlainScalar;
import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.assets.tree.ValueType;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Gives the known keys their usual spelling and values of their type, as the cloud controller manager reads
 * them. A value that it cannot read is an error with its position, but without the value, which may be a password;
 * unknown keys are kept. Of the sections of load balancers and routes, without which nodes are initialized all the same, a value that cannot be
 * read is a warning. Names of vCenters and of classes of load balancers are case-sensitive.
 */
final class TypedKeys {
    private static final Pattern TRUE = Pattern.compile("(?i)y|yes|on|true");
    private static final Pattern FALSE = Pattern.compile("(?i)n|no|off|false");

    /**
     * The reader has found it to be a number or such; here dates, base 60 and what is negative are distinguished from
     * it.
     */
    private static final Pattern NUMBER = Pattern.compile("\\+?[0-9.][0-9A-Za-z_.+]*");

    /** In lines of one message, which the conditions show. */
    private static final int MAX_FAULTS = 20;

    private final YamlDocument document;
    private final List<String> faults = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    /** Where lines about values that cannot be read belong. */
    private List<String> unreadable = faults;

    /** The paths of known keys that are not where the tree has them, by those in the tree. */
    private final Map<TreePath, TreePath> moved = new HashMap<>();

    /** Whether the cloud controller manager reads the same in the document. */
    private boolean exact = true;

    TypedKeys(YamlDocument document) {
        this.document = document;
    }

    /**
     * The document's tree with typed values, in maps that may be changed. Known keys that say nothing are not in it.
     *
     * @throws InvalidInputException with a line for each value of a wrong type and each known key that is in a map twice, in
     *     two letter cases; at most 20
     */
    SourceConfig typed() {
        Map<String, Object> typed = new LinkedHashMap<>(document.map().orElseThrow());
        Map<String, String> spellings =
                spellings(typed, Stream.of(Section.values()).map(Section::yaml), TreePath.ROOT);
        for (Section section : Section.values()) {
            unreadable = section.isOfNodes() ? faults : warnings;
            String written = spellings.getOrDefault(section.yaml(), section.yaml());
            TreePath path = TreePath.of(written);
            moved.put(TreePath.of(section.yaml()), path);
            map(typed.remove(written), path)
                    .ifPresent(map -> typed.put(
                            section.yaml(),
                            section.isNamed()
                                    ? entries(map, section, path)
                                    : keys(map, section, path, TreePath.of(section.yaml()))));
        }
        if (!faults.isEmpty()) {
            throw new InvalidInputException(faults.subList(0, Math.min(faults.size(), MAX_FAULTS)));
        }
        return new SourceConfig(typed, warnings, this::place, exact);
    }

    /** The place of a key in the document; for one that the operator has added or moved, the nearest place above it. */
    private String place(TreePath path) {
        TreePath written = moved.get(path);
        return Position.before(document.nearestPosition(written(path)), (written == null ? path : written).toString());
    }

    private TreePath written(TreePath path) {
        TreePath there = moved.get(path);
        return there != null || path.equals(TreePath.ROOT)
                ? Optional.ofNullable(there).orElse(path)
                : written(path.parent()).field(path.name());
    }

    /** A value as a map; none for an explicit nothing. */
    private Optional<Map<String, Object>> map(Object value, TreePath path) {
        if (value instanceof Map) {
            return Optional.of(FieldReader.of(value).map());
        }
        return says(value)
                ? fault(path, value, "a map; write its keys below it, indented, each as 'key: value'")
                : Optional.empty();
    }

    private Map<String, Object> entries(Map<String, Object> map, Section section, TreePath path) {
        Map<String, Object> entries = new LinkedHashMap<>();
        map.forEach((name, entry) -> {
            TreePath place = path.field(name);
            // The cloud controller manager crashes at an entry that is null.
            exact &= entry != null;
            entries.put(
                    name, keys(map(entry, place).orElse(Map.of()), section, place, TreePath.of(section.yaml(), name)));
        });
        return entries;
    }

    /**
     * @param path in the document
     * @param target in the tree
     */
    private Map<String, Object> keys(Map<String, Object> map, Section section, TreePath path, TreePath target) {
        Map<String, Object> typed = new LinkedHashMap<>(map);
        Map<String, String> spellings = spellings(map, section.keys().stream().map(Section.Key::yaml), path);
        for (Section.Key key : section.keys()) {
            String written = spellings.get(key.yaml());
            if (written != null) {
                Object value = typed.remove(written);
                if (says(value)) {
                    TreePath place = path.field(written);
                    moved.put(target.field(key.yaml()), place);
                    // As it is, the cloud controller manager does not read the section.
                    value(key, value, place)
                            .or(() -> section.isOfNodes() ? Optional.empty() : Optional.of(value))
                            .ifPresent(v -> typed.put(key.yaml(), v));
                }
            }
        }
        return typed;
    }

    /** Known names in their usual spelling, with that in a map. The previous operator read them in any letter case; the program does not. */
    private Map<String, String> spellings(Map<String, Object> map, Stream<String> known, TreePath path) {
        Map<String, String> usual = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        known.forEach(name -> usual.put(name, name));
        Map<String, String> spellings = new LinkedHashMap<>();
        for (String key : map.keySet()) {
            String name = usual.get(key);
            String first = name == null ? null : spellings.putIfAbsent(name, key);
            if (first != null) {
                String other = document.nearestPosition(path.field(first))
                        .map(position -> ", " + position)
                        .orElse("");
                addFault(
                        path.field(key),
                        "is the same key as " + path.field(first) + other + ", in other letter case; leave only one");
            }
        }
        spellings.forEach((name, written) -> exact &= name.equals(written));
        return spellings;
    }

    private Optional<Object> value(Section.Key key, Object value, TreePath path) {
        return switch (key.type()) {
            case STRING ->
                isText(value)
                        ? Optional.of(value.toString())
                        : fault(path, value, "a string; write '" + key.yaml() + ": value' on one line");
            case NUMBER -> number(value, path);
            case BOOLEAN -> flag(value, path);
            case STRINGS -> strings(value, path);
            case MAP -> stringMap(value, path);
        };
    }

    private Optional<Object> number(Object value, TreePath path) {
        boolean number = value instanceof PlainScalar plain
                ? NUMBER.matcher(plain.text()).matches()
                : value instanceof Long whole && whole >= 0;
        return number ? Optional.of(value) : fault(path, value, "a number; write digits without quotes");
    }

    private Optional<Object> flag(Object value, TreePath path) {
        if (value instanceof Boolean) {
            return Optional.of(value);
        }
        if (value instanceof PlainScalar plain) {
            if (TRUE.matcher(plain.text()).matches()) {
                return Optional.of(true);
            } else if (FALSE.matcher(plain.text()).matches()) {
                return Optional.of(false);
            }
        }
        return fault(path, value, "a flag; write true or false without quotes");
    }

    private Optional<Object> strings(Object value, TreePath path) {
        if (!(value instanceof List<?> items)) {
            return fault(path, value, "a list; write each value on a line of its own after '- '");
        }
        List<Object> strings = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            if (!isText(items.get(i)) && says(items.get(i))) {
                return fault(path.item(i), items.get(i), "a string; write '- value' on one line");
            } else if (says(items.get(i))) {
                strings.add(items.get(i).toString());
            }
        }
        return strings.isEmpty() ? Optional.empty() : Optional.of(strings);
    }

    private Optional<Object> stringMap(Object value, TreePath path) {
        if (!(value instanceof Map)) {
            return fault(path, value, "a map; write each of its members on a line of its own, as 'name: value'");
        }
        Map<String, Object> strings = new LinkedHashMap<>();
        for (Map.Entry<String, Object> member : FieldReader.of(value).map().entrySet()) {
            if (!isText(member.getValue())) {
                return fault(
                        path.field(member.getKey()), member.getValue(), "a string; write 'name: value' on one line");
            }
            strings.put(
                    member.getKey(),
                    member.getValue() == null ? "" : member.getValue().toString());
        }
        return strings.isEmpty() ? Optional.empty() : Optional.of(strings);
    }

    /** Numbers and booleans are strings to a reader that expects a string. */
    private static boolean isText(Object value) {
        return !(value instanceof Map) && !(value instanceof List);
    }

    private <T> Optional<T> fault(TreePath path, Object value, String expected) {
        addFault(
                path,
                "is " + shape(value) + " but has to be " + expected
                        + (unreadable == faults ? "" : "; until then there are no load balancers and routes"));
        return Optional.empty();
    }

    private void addFault(TreePath path, String reason) {
        unreadable.add(Position.before(document.nearestPosition(path), path + " " + reason));
    }

    private static String shape(Object value) {
        ValueType type = ValueType.of(value);
        return switch (type) {
            case STRING, LIST, MAP -> type.withArticle();
            default -> "a number, flag or date";
        };
    }

    private static boolean says(Object value) {
        return value != null && !value.equals("") && !(value instanceof List<?> list && list.isEmpty());
    }
}
