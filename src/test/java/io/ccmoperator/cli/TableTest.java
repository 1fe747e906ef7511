// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void alignsColumnsWithoutBlanksAtTheEnd() {
        Table table =
                new Table(List.of("NAME", "PLATFORM"), List.of(List.of("digitalocean", "External"), List.of("x", "")));

        assertThat(table).hasToString("""
                NAME           PLATFORM
                digitalocean   External
                x              <none>
                """);
    }

    @Test
    void replacesControlCharacters() {
        Table table = new Table(List.of("MESSAGE"), List.of(List.of("one\n\ttwo\u001b[2Jthree\u009b1m")));

        assertThat(table).hasToString("MESSAGE\none two [2Jthree 1m\n");
    }
}
