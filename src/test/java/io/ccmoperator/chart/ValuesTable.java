// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.tree.JsonWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The table of values in README.md, made from values.yaml: a row for each value and for each map whose members have comments, with
 * the comment above it. A map whose members have none is one value.
 */
final class ValuesTable {
    private final List<String> lines;
    private final List<String> rows = new ArrayList<>(List.of("| value | meaning | default |", "|---|---|---|"));
    private int next;

    private ValuesTable(List<String> lines) {
        this.lines = lines;
    }

    static String of(String values) {
        ValuesTable table = new ValuesTable(Arrays.asList(values.split("\n")));
        table.read("", "", YamlText.tree(values));
        return String.join("\n", table.rows) + "\n";
    }

    private void read(String indent, String path, Map<String, Object> defaults) {
        List<String> comment = new ArrayList<>();
        while (next < lines.size()
                && (lines.get(next).isBlank() || lines.get(next).startsWith(indent))) {
            String line = lines.get(next)
                    .substring(Math.min(indent.length(), lines.get(next).length()));
            next++;
            if (line.isBlank()) {
                comment.clear();
            } else if (line.startsWith("# ")) {
                comment.add(line.substring(2));
            } else {
                String key = line.substring(0, line.indexOf(':'));
                row(indent, path + key, String.join(" ", comment), defaults.get(key));
                comment.clear();
            }
        }
    }

    @SuppressWarnings("unchecked")
    private void row(String indent, String path, String meaning, Object value) {
        boolean members = value instanceof Map<?, ?> map && !map.isEmpty();
        boolean described = members && lines.get(next).strip().startsWith("#");
        if (!described || !meaning.isEmpty()) {
            rows.add("| `%s` | %s | %s |".formatted(path, meaning.replace("|", "\\|"), described ? "" : code(value)));
        }
        if (described) {
            read(indent + "  ", path + ".", (Map<String, Object>) value);
        } else if (members) {
            while (next < lines.size() && lines.get(next).startsWith(indent + "  ")) {
                next++;
            }
        }
    }

    private static String code(Object value) {
        return "`" + JsonWriter.compact(value).replace("|", "\\|") + "`";
    }
}
