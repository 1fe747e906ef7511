// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The README.md of the chart, whose table of values is made of values.yaml. */
class ReadmeTest {
    private static final String BEGIN = "<!-- values.yaml -->\n";
    private static final String END = "<!-- end -->\n";

    @Test
    void listsEveryValueWithMeaningAndDefault() throws IOException {
        String readme = Chart.text("README.md");
        String expected = readme.substring(0, readme.indexOf(BEGIN) + BEGIN.length())
                + ValuesTable.of(Chart.text("values.yaml"))
                + readme.substring(readme.indexOf(END));
        Path made = Files.writeString(PayloadFolder.project().resolve("target/chart-README.md"), expected);

        assertThat(readme).as("copy %s to helm/ccm-operator/README.md", made).isEqualTo(expected);
    }

    @Test
    void hasRowWithMeaningForEveryValue() {
        assertThat(ValuesTable.of(Chart.text("values.yaml")).lines().skip(2))
                .hasSizeGreaterThan(50)
                .allMatch(row -> row.matches("\\| `[\\w.]+` \\| \\S.* \\| .*\\|"));
    }
}
