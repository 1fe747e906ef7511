// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.payload.PayloadFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A dashboard as both Grafana and the console know it.
 *
 * @param rows in order
 */
public record Dashboard(String title, List<Row> rows) {
    /** Panels under a title. */
    public record Row(String title, List<Panel> panels) {}

    /**
     * A panel.
     *
     * @param unit of the values
     * @param queries PromQL and legend of each
     * @param columns of a table, shown in this order; empty for others
     * @param strings the replacement of a value; empty if the value is shown
     */
    public record Panel(
            String title,
            String kind,
            String unit,
            List<Query> queries,
            List<String> columns,
            Map<String, String> strings) {
        /** Whether it shows the operator, not what the operator deploys. */
        public boolean isOfOperator() {
            return queries.stream()
                    .allMatch(query -> query.expression().contains("ccm_operator_")
                            || query.expression().contains("job=\"cloud-controller-manager-operator\""));
        }
    }

    /** A query; the legend is empty in a table. */
    public record Query(String expression, String legend) {}

    /** The one for Grafana, as JSON. */
    static KubernetesObject grafanaSource() {
        return json(Guide.text("docs/dashboards/ccm-operator.json"));
    }

    /** The ConfigMap with the one for the console. */
    static KubernetesObject configMap() {
        return PayloadFolder.ofKind("ConfigMap").stream()
                .filter(map -> map.name().equals("ccm-operator-dashboard"))
                .findFirst()
                .orElseThrow();
    }

    /** The one for the console, as JSON. */
    static KubernetesObject consoleSource() {
        return json(configMap().fields().string("data", "ccm-operator.json"));
    }

    /** The one for Grafana: rows are panels in front of those that belong to them. */
    static Dashboard ofGrafana() {
        KubernetesObject source = grafanaSource();
        List<Row> rows = new ArrayList<>();
        for (Map<String, Object> panel : source.fields().maps("panels")) {
            if ("row".equals(panel.get("type"))) {
                rows.add(new Row((String) panel.get("title"), new ArrayList<>()));
            } else {
                rows.get(rows.size() - 1).panels().add(PanelSource.ofGrafana(new KubernetesObject(panel)));
            }
        }
        return new Dashboard(source.fields().string("title"), rows);
    }

    /** The one for the console. */
    public static Dashboard ofConsole() {
        KubernetesObject source = consoleSource();
        return new Dashboard(
                source.fields().string("title"),
                source.fields().maps("rows").stream()
                        .map(KubernetesObject::new)
                        .map(row -> new Row(
                                row.fields().string("title"),
                                row.fields().maps("panels").stream()
                                        .map(panel -> PanelSource.ofConsole(new KubernetesObject(panel)))
                                        .toList()))
                        .toList());
    }

    /** All panels. */
    public List<Panel> panels() {
        return rows.stream().flatMap(row -> row.panels().stream()).toList();
    }

    @SuppressWarnings("unchecked")
    private static KubernetesObject json(String text) {
        return new KubernetesObject((Map<String, Object>) JsonReader.read(text));
    }
}
