// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** docs/metrics.md is what alerts, dashboards and the other guides may rely on. */
class MetricsGuideTest {
    /** Labels of metrics of other programs, by which rules select. */
    private static final Map<String, Set<String>> OF_OTHERS = Map.of("kube_node_spec_taint", Set.of("key"));

    static List<String> guides() {
        return Guide.all();
    }

    @Test
    void usesEachMetricAsItsRowSays() {
        Map<String, Set<String>> used = new TreeMap<>();
        Metric.documented().keySet().forEach(name -> used.put(name, new TreeSet<>()));
        for (Alert alert : Alert.all()) {
            Metric.namedIn(alert.expression())
                    .forEach(name ->
                            used.computeIfAbsent(name, other -> new TreeSet<>()).add(alert.name()));
        }
        for (Dashboard.Panel panel : Dashboard.ofConsole().panels()) {
            panel.queries().stream()
                    .flatMap(query -> Metric.namedIn(query.expression()).stream())
                    .forEach(name ->
                            used.computeIfAbsent(name, other -> new TreeSet<>()).add(panel.title()));
        }
        Map<String, Set<String>> said = new TreeMap<>();
        Metric.documented().forEach((name, metric) -> said.put(name, metric.usedBy()));

        assertThat(said).isEqualTo(used);
    }

    @ParameterizedTest
    @MethodSource("guides")
    void namesNoOtherMetrics(String guide) {
        assertThat(Metric.documented().keySet()).containsAll(Metric.namedIn(Guide.text(guide)));
    }

    @Test
    void selectsByExistingLabels() {
        Map<String, Metric> documented = Metric.documented();
        Alert.all().forEach(alert -> assertLabels(alert.expression(), documented));
        Dashboard.ofConsole().panels().stream()
                .flatMap(panel -> panel.queries().stream())
                .forEach(query -> assertLabels(query.expression(), documented));
    }

    private static void assertLabels(String expression, Map<String, Metric> documented) {
        for (Selector selector : Selector.in(expression)) {
            Set<String> known = new TreeSet<>(Set.of("job", "namespace", "instance", "pod"));
            known.addAll(OF_OTHERS.getOrDefault(selector.metric(), Set.of()));
            Metric.namedIn(selector.metric())
                    .forEach(name -> known.addAll(documented.get(name).labels()));
            assertThat(known).as(expression).containsAll(selector.labels());
        }
    }
}
