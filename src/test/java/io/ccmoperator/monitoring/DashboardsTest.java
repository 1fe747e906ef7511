// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
}
