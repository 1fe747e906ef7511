// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who comes from the chart of a cloud's project finds each of its values in docs/kubernetes/migrating.md. */
class UpstreamChartsTest {
    private static final Path VALUES = Path.of("test/resources/io/ccmoperator/chart/upstream-values.yaml");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /**
     * A chart of a cloud's project.
     *
     * @param heading of the table
     * @param name with version
     * @param values paths
     */
    record UpstreamChart(String heading, String name, List<String> values) {
        static UpstreamChart of(Object tree) {
            FieldReader fields = FieldReader.of(tree);
            return new UpstreamChart(fields.string("heading"), fields.string("chart"), fields.strings("values"));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * A row of a table.
     *
     * @param values paths
     * @param cells the other cells: what this chart has, remark
     */
    record Row(List<String> values, List<String> cells) {}

    static Stream<UpstreamChart> charts() throws IOException {
        List<?> charts =
                (List<?>) YamlReader.read(Files.readAllBytes(VALUES)).get(0).value();
        return charts.stream().map(UpstreamChart::of);
    }

    @ParameterizedTest
    @MethodSource("charts")
    void listsEachValueOnce(UpstreamChart chart) throws IOException {
        assertThat(rows(chart).stream().flatMap(row -> row.values().stream()))
                .containsExactlyInAnyOrderElementsOf(chart.values());
    }

    /** A field, or why there is none. */
    @ParameterizedTest
    @MethodSource("charts")
    void saysOfEachValueWhatToSet(UpstreamChart chart) throws IOException {
        assertThat(rows(chart)).allSatisfy(row -> {
            String field = row.cells().get(0).strip();
            assertThat(field).as("%s", row.values()).matches("\\*none\\*|.*`.+`.*");
            assertThat(field.equals("*none*") && row.cells().get(1).isBlank())
                    .as("%s: a reason", row.values())
                    .isFalse();
        });
    }

    @ParameterizedTest
    @MethodSource("charts")
    void namesVersion(UpstreamChart chart) throws IOException {
        assertThat(section(chart.heading())).contains("Chart " + chart.name());
    }

    private static List<Row> rows(UpstreamChart chart) throws IOException {
        return section(chart.heading())
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(UpstreamChartsTest::row)
                .filter(row -> !row.values().isEmpty())
                .toList();
    }

    /** A path that begins with a dot has the parent of the path before it; a flag is none. */
    private static Row row(String line) {
        String[] cells = line.split("\\|", -1);
        List<String> values = new ArrayList<>();
        CODE.matcher(cells[1]).results().map(code -> code.group(1)).forEach(path -> {
            if (path.startsWith(".")) {
                String before = values.get(values.size() - 1);
                values.add(before.substring(0, before.lastIndexOf('.')) + path);
            } else if (!path.startsWith("--")) {
                values.add(path);
            }
        });
        boolean ofFlag =
                CODE.matcher(cells[1]).results().anyMatch(code -> code.group(1).startsWith("--"));
        return new Row(ofFlag ? List.of() : values, List.of(cells[2], cells[3]));
    }

    private static String section(String heading) throws IOException {
        String text = Files.readString(PayloadFolder.project().resolve("docs/kubernetes/migrating.md"));
        int start = text.indexOf("\n" + heading + "\n");
        assertThat(start).as(heading).isNotNegative();
        int end = text.indexOf("\n##", start + 1);
        return text.substring(start, end < 0 ? text.length() : end);
    }
}
