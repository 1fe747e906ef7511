// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboards of Grafana and of the console. */
class DashboardsTest {
    private static final Path SERIES =
            PayloadFolder.project().resolve("src/test/resources/panels/cloud-controller-managers.yaml");

    @Test
    void showSamePanelsInBothDashboards() {
        assertThat(Dashboard.ofGrafana()).isEqualTo(Dashboard.ofConsole());
        assertThat(Dashboard.ofConsole().panels()).isNotEmpty();
    }

    @Test
    void usesPanelTypesOfConsole() {
        assertThat(consolePanels()).allSatisfy(panel -> {
            assertThat(panel.fields().string("type")).isIn("graph", "singlestat", "table");
            assertThat(panel.fields().string("title")).isNotEmpty();
            assertThat((Long) panel.fields().at("span")).isBetween(3L, 12L);
            if (panel.fields().string("type").equals("table")) {
                assertThat(panel.fields().maps("styles")).isNotEmpty();
            }
        });
        assertThat(consolePanels()).extracting(panel -> panel.fields().at("id")).doesNotHaveDuplicates();
    }

    @Test
    void fillsTwelveColumnsOfEachRow() {
        assertThat(Dashboard.consoleSource().fields().maps("rows"))
                .allSatisfy(row -> assertThat(FieldReader.of(row).maps("panels").stream()
                                        .mapToLong(panel -> (Long) panel.get("span"))
                                        .sum()
                                % 12)
                        .isZero());
    }

    @Test
    void hasPictureOfEachRowInGuide() {
        String guide = Guide.text("docs/metrics.md");

        assertThat(Dashboard.ofGrafana().rows())
                .extracting(Dashboard.Row::title)
                .allSatisfy(title -> {
                    String picture =
                            "dashboards/" + title.toLowerCase(Locale.ROOT).replace(' ', '-') + ".png";
                    assertThat(guide).contains("### " + title + "\n", "](" + picture + ")");
                    assertThat(PayloadFolder.project().resolve("docs").resolve(picture))
                            .isRegularFile();
                });
    }

    /** No cloud controller manager runs in tests of the operator. */
    @Test
    void showsSeriesOfEachCloud(@TempDir Path folder) throws IOException {
        List<Object> questions = Dashboard.ofConsole().panels().stream()
                .filter(panel -> !panel.isOfOperator())
                .flatMap(panel -> panel.queries().stream())
                .<Object>map(query -> Map.of(
                        "expr",
                        "count(" + query.expression().replace("$__rate_interval", "10m") + " >= 0) > bool 0",
                        "eval_time",
                        "40m",
                        "exp_samples",
                        List.of(Map.of("labels", "{}", "value", 1L))))
                .toList();
        Object series = YamlReader.read(Files.readAllBytes(SERIES)).get(0).value();
        Map<String, Object> tests = Map.of(
                "evaluation_interval",
                "30s",
                "tests",
                List.of(Map.of("interval", "30s", "input_series", series, "promql_expr_test", questions)));
        Files.writeString(folder.resolve("tests.json"), JsonWriter.indented(tests));

        Promtool.Result verdict = Promtool.run(folder, new byte[0], List.of("test", "rules", "tests.json"));

        assertThat(questions).hasSizeGreaterThan(10);
        assertThat(verdict.exitCode()).as(verdict.output()).isZero();
    }

    @Test
    void isFoundByConsole() {
        KubernetesObject configMap = Dashboard.configMap();

        assertThat(configMap.namespace()).isEqualTo("openshift-config-managed");
        assertThat(configMap.fields().map("metadata", "labels"))
                .isEqualTo(Map.of("console.openshift.io/dashboard", "true"));
        // It reads one key, whichever that is.
        assertThat(configMap.fields().map("data")).hasSize(1);
    }

    @Test
    void letsReaderOfGrafanaChooseDataSource() {
        KubernetesObject grafana = Dashboard.grafanaSource();

        assertThat(grafana.fields().maps("templating", "list"))
                .singleElement()
                .satisfies(variable -> assertThat(variable)
                        .containsEntry("name", "datasource")
                        .containsEntry("type", "datasource")
                        .containsEntry("query", "prometheus"));
        List<KubernetesObject> panels = grafana.fields().maps("panels").stream()
                .map(KubernetesObject::new)
                .filter(panel -> !panel.fields().string("type").equals("row"))
                .toList();
        assertThat(Stream.concat(
                        panels.stream(),
                        panels.stream()
                                .flatMap(panel ->
                                        panel.fields().maps("targets").stream().map(KubernetesObject::new))))
                .allSatisfy(source -> assertThat(source.fields().map("datasource"))
                        .isEqualTo(Map.of("type", "prometheus", "uid", "${datasource}")));
    }

    @Test
    void overlapsNoPanelsInGrafana() {
        List<KubernetesObject> places = Dashboard.grafanaSource().fields().maps("panels").stream()
                .map(panel -> new KubernetesObject(FieldReader.of(panel).map("gridPos")))
                .toList();

        assertThat(places)
                .allSatisfy(place ->
                        assertThat(number(place, "x") + number(place, "w")).isLessThanOrEqualTo(24));
        for (int one = 0; one < places.size(); one++) {
            for (int other = 0; other < one; other++) {
                assertThat(overlap(places.get(one), places.get(other)))
                        .as("%s and %s", places.get(one), places.get(other))
                        .isFalse();
            }
        }
    }

    private static boolean overlap(KubernetesObject one, KubernetesObject other) {
        return overlap(one, other, "x", "w") && overlap(one, other, "y", "h");
    }

    private static boolean overlap(KubernetesObject one, KubernetesObject other, String start, String length) {
        return number(one, start) < number(other, start) + number(other, length)
                && number(other, start) < number(one, start) + number(one, length);
    }

    private static long number(KubernetesObject place, String key) {
        return (Long) place.fields().at(key);
    }

    private static List<KubernetesObject> consolePanels() {
        return Dashboard.consoleSource().fields().maps("rows").stream()
                .flatMap(row -> FieldReader.of(row).maps("panels").stream())
                .map(KubernetesObject::new)
                .toList();
    }
}
