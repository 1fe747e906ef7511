// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.cloudconfig.transform.words.KeyType;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.ini.GcfgBoolean;
import io.ccmoperator.ini.IniEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Values of known keys of the INI form, read as gcfg reads them into typed fields. */
final class IniValue {
    /** As many digits as a {@code long} surely holds. */
    private static final Pattern NUMBER = Pattern.compile("\\+?[0-9]{1,18}");

    /** Without backslashes quotes begin and end a string of INI. */
    private static final String REMEDY_OF_MAP = "write it as {\\\"name\\\": \\\"value\\\"}, with the backslashes";

    private IniValue() {}

    /**
     * The value of a key.
     *
     * @param entries those of the key, at least one: a list has the values of all, for other types the last one counts
     * @return a string, {@code Long}, {@code Boolean}, list of strings or map of strings; empty if nothing is to be written
     * @throws InvalidInputException if the value is not of the key's type; the line begins with the key
     */
    static Optional<Object> of(Section.Key key, List<IniEntry> entries) {
        IniEntry last = entries.get(entries.size() - 1);
        if (key.type() == KeyType.BOOLEAN) {
            return flag(key, last);
        }
        if (last.value().isEmpty()) {
            throw fault(key, "has no value; write " + key.ini() + " = value, or remove the line");
        }
        if (key.type() == KeyType.STRINGS) {
            return strings(entries);
        }
        return Optional.of(last.text())
                .filter(string -> !string.isEmpty())
                .<Object>map(string -> switch (key.type()) {
                    case NUMBER -> number(key, string);
                    case MAP -> map(key, string);
                    default -> string;
                })
                .filter(value -> !value.equals(Map.of()));
    }

    private static Map<String, Object> map(Section.Key key, String json) {
        try {
            if (JsonReader.read(json) instanceof Map<?, ?> object
                    && object.values().stream().allMatch(value -> value == null || value instanceof String)) {
                Map<String, Object> map = new LinkedHashMap<>();
                object.forEach((name, value) -> map.put((String) name, value == null ? "" : value));
                return map;
            }
        } catch (SyntaxException e) {
            throw fault(key, "is not well-formed JSON; " + REMEDY_OF_MAP);
        }
        throw fault(key, "is not an object of JSON with strings alone; " + REMEDY_OF_MAP);
    }

    private static Optional<Object> flag(Section.Key key, IniEntry entry) {
        if (entry.value().isEmpty()) {
            return Optional.of(true);
        }
        if (entry.text().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(GcfgBoolean.parse(entry.text())
                .orElseThrow(() -> fault(key, "is neither true nor false; write one of them")));
    }

    private static Optional<Object> strings(List<IniEntry> entries) {
        List<String> strings = entries.stream()
                .flatMap(entry -> Stream.of(entry.text().split(",")))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .toList();
        return strings.isEmpty() ? Optional.empty() : Optional.of(strings);
    }

    private static Object number(Section.Key key, String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw fault(key, "is not a number; write digits");
        }
        return Long.valueOf(text);
    }

    private static InvalidInputException fault(Section.Key key, String reason) {
        return new InvalidInputException(key.ini() + " " + reason);
    }
}
