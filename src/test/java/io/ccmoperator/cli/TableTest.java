// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

class TableTest {
    private static final Table TABLE =
            new Table(List.of("NAME", "PLATFORM"), List.of(List.of("digitalocean", "External"), List.of("x", "")));

    @Test
    void alignsColumnsWithoutBlanksAtTheEnd() {
        assertThat(TABLE.aligned(Ansi.OFF)).isEqualTo("""
                NAME           PLATFORM
                digitalocean   External
                x              <none>
                """);
    }

    @Test
    void separatesColumnsByTabs() {
        assertThat(TABLE.separated()).isEqualTo("NAME\tPLATFORM\ndigitalocean\tExternal\nx\t<none>\n");
    }

    @Test
    void showsHeadInBoldWithUnchangedWidths() {
        List<String> lines = TABLE.aligned(Ansi.ON).lines().toList();

        assertThat(lines.get(0))
                .startsWith("\u001b[1mNAME           PLATFORM\u001b[")
                .endsWith("m");
        assertThat(lines.subList(1, 3)).containsExactly("digitalocean   External", "x              <none>");
    }

    @Test
    void replacesControlCharacters() {
        Table table = new Table(List.of("MESSAGE"), List.of(List.of("one\n\ttwo\u001b[2Jthree\u009b1m")));

        assertThat(table.separated()).isEqualTo("MESSAGE\none two [2Jthree 1m\n");
    }
}
