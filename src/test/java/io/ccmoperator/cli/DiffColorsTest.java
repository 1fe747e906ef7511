// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

class DiffColorsTest {
    private static final String DIFF = """
            change ConfigMap a/b
            --- ConfigMap a/b (cluster)
            +++ ConfigMap a/b (run)
            @@ -1,3 +1,3 @@
             data:
            --- of a list
            +  a: "@|red x|@"
            """;

    @Test
    void leavesDiffAsIsWithoutColors() {
        assertThat(DiffColors.of(DIFF, Ansi.OFF)).isEqualTo(DIFF);
    }

    @Test
    void colorsLinesByTheirFirstCharacterBelowHead() {
        String colored = DiffColors.of(DIFF, Ansi.ON);

        assertThat(colored.replace("\u001b[", "<")).isEqualTo("""
                <1mchange ConfigMap a/b<0m
                <1m--- ConfigMap a/b (cluster)<0m
                <1m+++ ConfigMap a/b (run)<0m
                <36m@@ -1,3 +1,3 @@<0m
                 data:
                <31m--- of a list<0m
                <32m+  a: "@|red x|@"<0m
                """);
    }
}
