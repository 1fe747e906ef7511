// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The findings that a condition has room for. */
class ProviderPacksTest {
    @Test
    void showsAllFindingsWhereThereIsRoom() {
        assertThat(ProviderPacks.shortened(List.of("a: b [c]", "d: e [f]"))).isEqualTo("a: b [c]; d: e [f]");
    }

    @Test
    void countsFindingsThatHaveNoRoom() {
        String line = "f".repeat(250);

        assertThat(ProviderPacks.shortened(List.of(line, line, line)))
                .isEqualTo(line + "; " + line + "; and 1 more finding in the operator's log");
        assertThat(ProviderPacks.shortened(Stream.generate(() -> line).limit(40).toList()))
                .endsWith("; and 38 more findings in the operator's log")
                .hasSizeLessThan(700);
        assertThat(ProviderPacks.shortened(List.of("f".repeat(2000), line)))
                .endsWith("...; and 1 more finding in the operator's log")
                .hasSizeLessThan(700);
    }
}
