// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.monitoring.Dashboard.Panel;
import io.ccmoperator.monitoring.Dashboard.Query;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads panels of either schema. */
final class PanelSource {
    private static final Map<String, String> KINDS =
            Map.of("timeseries", "graph", "stat", "stat", "table", "table", "graph", "graph", "singlestat", "stat");

    private PanelSource() {}

    static Panel ofGrafana(KubernetesObject panel) {
        Map<String, String> strings = new TreeMap<>();
        FieldReader.of(panel.fields().map("fieldConfig", "defaults"))
                .maps("mappings")
                .forEach(mapping -> FieldReader.of(mapping)
                        .map("options")
                        .forEach((value, result) -> strings.put(value, (String) ((Map<?, ?>) result).get("text"))));
        KubernetesObject options = new KubernetesObject(panel.fields().maps("transformations").stream()
                .findFirst()
                .map(transformation -> FieldReader.of(transformation).map("options"))
                .orElse(Map.of()));
        List<String> columns = options.fields().map("indexByName").entrySet().stream()
                .sorted(Comparator.comparing(column -> (Long) column.getValue()))
                .map(column -> options.fields().string("renameByName", column.getKey()))
                .toList();
        return new Panel(
                panel.fields().string("title"),
                kind(panel),
                panel.fields().string("fieldConfig", "defaults", "unit"),
                queries(panel),
                columns,
                strings);
    }

    static Panel ofConsole(KubernetesObject panel) {
        Map<String, String> strings = new TreeMap<>();
        panel.fields().maps("valueMaps").stream()
                .filter(map -> !"null".equals(map.get("value")))
                .forEach(map -> strings.put((String) map.get("value"), (String) map.get("text")));
        String unit = switch (panel.fields().string("type")) {
            case "graph" -> FieldReader.of(panel.fields().maps("yaxes").get(0)).string("format");
            case "singlestat" -> panel.fields().string("format");
            // Each column has its own.
            default -> "short";
        };
        List<String> columns = panel.fields().maps("styles").stream()
                .map(style -> (String) style.get("alias"))
                .toList();
        return new Panel(panel.fields().string("title"), kind(panel), unit, queries(panel), columns, strings);
    }

    private static String kind(KubernetesObject panel) {
        return KINDS.getOrDefault(
                panel.fields().string("type"), "unknown: " + panel.fields().string("type"));
    }

    private static List<Query> queries(KubernetesObject panel) {
        return panel.fields().maps("targets").stream()
                .map(KubernetesObject::new)
                .map(target -> new Query(
                        target.fields().string("expr"), target.fields().string("legendFormat")))
                .toList();
    }
}
