// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.ini.IniReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A configuration key by key.
 *
 * @param values by {@code [section] key} in lower-case letters, or by the path of a member; a key that is repeated has several
 */
record FlatConfig(SortedMap<String, List<String>> values) {
    static FlatConfig ofIni(String text) {
        SortedMap<String, List<String>> values = new TreeMap<>();
        IniReader.read(text)
                .sections()
                .forEach(section -> section.entries()
                        .forEach(entry -> values.computeIfAbsent(
                                        section.display().replace(section.name(), lower(section.name())) + " "
                                                + lower(entry.key()),
                                        key -> new ArrayList<>())
                                .add(entry.text())));
        return new FlatConfig(values);
    }

    /** JSON is read as YAML, too, as the cloud provider of Azure reads it. */
    static FlatConfig ofYaml(String text) {
        SortedMap<String, List<String>> values = new TreeMap<>();
        YamlReader.readAsWritten(text).forEach(document -> flatten("", document.value(), values));
        return new FlatConfig(values);
    }

    /** One line for each key that is added ({@code +}), removed ({@code -}) or has another value ({@code ~}). */
    List<String> differences(FlatConfig result) {
        List<String> lines = new ArrayList<>();
        values.forEach((key, value) -> {
            List<String> now = result.values.get(key);
            if (now == null) {
                lines.add("- " + key + " = " + String.join(", ", value));
            } else if (!now.equals(value)) {
                lines.add("~ " + key + " = " + String.join(", ", now));
            }
        });
        result.values.forEach((key, value) -> {
            if (!values.containsKey(key)) {
                lines.add("+ " + key + " = " + String.join(", ", value));
            }
        });
        return lines;
    }

    private static void flatten(String path, Object value, SortedMap<String, List<String>> values) {
        String below = path.isEmpty() ? "" : path + ".";
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, member) -> flatten(below + key, member, values));
        } else if (value instanceof List<?> list) {
            values.put(path, list.stream().map(String::valueOf).toList());
        } else {
            values.put(path, List.of(String.valueOf(value)));
        }
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
