/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.tree.PlainScalar;
import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Gives the known keys of a YAML text values of their type, as the cloud controller manager reads them. What it could not
 * read is a fault, with the place, but without the value, which may be a password; keys that it does not know pass.
 */
final class TypedKeys {
    private static final Pattern TRUE = Pattern.compile("(?i)y|yes|on|true");
    private static final Pattern FALSE = Pattern.compile("(?i)n|no|off|false");

    /** The reader has found it to be a number or such; here dates, base 60 and what is negative are told from it. */
    private static final Pattern NUMBER = Pattern.compile("\\+?[0-9.][0-9A-Za-z_.+]*");

    private final YamlDocument document;
    private final List<String> faults = new ArrayList<>();

    TypedKeys(YamlDocument document) {
        this.document = document;
    }

    /**
     * The document's tree with typed values, in maps that may be changed. Known keys that say nothing are not in it.
     *
     * @throws InvalidInputException with a line for each value of a wrong type
     */
    Map<String, Object> typed() {
        Map<String, Object> typed = new LinkedHashMap<>(document.map().orElseThrow());
        for (Section section : Section.values()) {
            section(typed, section.yaml(), TreePath.ROOT).ifPresent(map -> {
                TreePath path = TreePath.of(section.yaml());
                typed.put(section.yaml(), section == Section.VCENTER ? centers(map, path) : keys(map, section, path));
            });
        }
        if (!faults.isEmpty()) {
            throw new InvalidInputException(faults);
        }
        return typed;
    }

    /** The map at a key; an explicit nothing is taken out. */
    private Optional<Map<String, Object>> section(Map<String, Object> parent, String name, TreePath path) {
        Object value = parent.get(name);
        if (value instanceof Map) {
            return Optional.of(Tree.map(value));
        }
        parent.remove(name);
        if (!says(value)) {
            return Optional.empty();
        }
        return fault(path.field(name), value, "a map; write its keys below it, indented, each as 'key: value'");
    }

    private Map<String, Object> centers(Map<String, Object> map, TreePath path) {
        Map<String, Object> centers = new LinkedHashMap<>(map);
        for (String name : map.keySet()) {
            Map<String, Object> center = section(centers, name, path).orElse(Map.of());
            centers.put(name, keys(center, Section.VCENTER, path.field(name)));
        }
        return centers;
    }

    private Map<String, Object> keys(Map<String, Object> map, Section section, TreePath path) {
        Map<String, Object> typed = new LinkedHashMap<>(map);
        for (ConfigKey key : section.keys()) {
            if (typed.containsKey(key.yaml())) {
                Object value = typed.remove(key.yaml());
                if (says(value)) {
                    value(key, value, path.field(key.yaml())).ifPresent(v -> typed.put(key.yaml(), v));
                }
            }
        }
        return typed;
    }

    private Optional<Object> value(ConfigKey key, Object value, TreePath path) {
        return switch (key.kind()) {
            case TEXT ->
                isText(value)
                        ? Optional.of(value.toString())
                        : fault(path, value, "a text; write '" + key.yaml() + ": value' on one line");
            case NUMBER -> number(value, path);
            case FLAG -> flag(value, path);
            case TEXTS -> texts(value, path);
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

    private Optional<Object> texts(Object value, TreePath path) {
        if (!(value instanceof List<?> items)) {
            return fault(path, value, "a list; write each value on a line of its own behind '- '");
        }
        List<Object> texts = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            if (!isText(items.get(i)) && says(items.get(i))) {
                return fault(path.item(i), items.get(i), "a text; write '- value' on one line");
            } else if (says(items.get(i))) {
                texts.add(items.get(i).toString());
            }
        }
        return texts.isEmpty() ? Optional.empty() : Optional.of(texts);
    }

    /** Numbers and the like are text to a reader that wants text. */
    private static boolean isText(Object value) {
        return !(value instanceof Map) && !(value instanceof List);
    }

    private <T> Optional<T> fault(TreePath path, Object value, String wanted) {
        String place = document.nearestPosition(path).map(at -> at + ": ").orElse("");
        faults.add(place + path + " is " + shape(value) + " where the value has to be " + wanted);
        return Optional.empty();
    }

    private static String shape(Object value) {
        if (value instanceof Map) {
            return "a map";
        } else if (value instanceof List) {
            return "a list";
        }
        return value instanceof String ? "a text" : "a number, flag or date";
    }

    private static boolean says(Object value) {
        return value != null && !value.equals("") && !(value instanceof List<?> list && list.isEmpty());
    }
}
