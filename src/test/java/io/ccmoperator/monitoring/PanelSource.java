/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.monitoring;

import io.ccmoperator.assets.KubernetesObject;
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
        Map<String, String> texts = new TreeMap<>();
        new KubernetesObject(panel.map("fieldConfig", "defaults"))
                .maps("mappings")
                .forEach(mapping -> new KubernetesObject(mapping)
                        .map("options")
                        .forEach((value, result) -> texts.put(value, (String) ((Map<?, ?>) result).get("text"))));
        KubernetesObject options = new KubernetesObject(panel.maps("transformations").stream()
                .findFirst()
                .map(transformation -> new KubernetesObject(transformation).map("options"))
                .orElse(Map.of()));
        List<String> columns = options.map("indexByName").entrySet().stream()
                .sorted(Comparator.comparing(column -> (Long) column.getValue()))
                .map(column -> options.text("renameByName", column.getKey()))
                .toList();
        return new Panel(
                panel.text("title"),
                kind(panel),
                panel.text("fieldConfig", "defaults", "unit"),
                queries(panel),
                columns,
                texts);
    }

    static Panel ofConsole(KubernetesObject panel) {
        Map<String, String> texts = new TreeMap<>();
        panel.maps("valueMaps").stream()
                .filter(map -> !"null".equals(map.get("value")))
                .forEach(map -> texts.put((String) map.get("value"), (String) map.get("text")));
        String unit = switch (panel.text("type")) {
            case "graph" -> new KubernetesObject(panel.maps("yaxes").get(0)).text("format");
            case "singlestat" -> panel.text("format");
            // Each column has its own.
            default -> "short";
        };
        List<String> columns = panel.maps("styles").stream()
                .map(style -> (String) style.get("alias"))
                .toList();
        return new Panel(panel.text("title"), kind(panel), unit, queries(panel), columns, texts);
    }

    private static String kind(KubernetesObject panel) {
        return KINDS.getOrDefault(panel.text("type"), "unknown: " + panel.text("type"));
    }

    private static List<Query> queries(KubernetesObject panel) {
        return panel.maps("targets").stream()
                .map(KubernetesObject::new)
                .map(target -> new Query(target.text("expr"), target.text("legendFormat")))
                .toList();
    }
}
