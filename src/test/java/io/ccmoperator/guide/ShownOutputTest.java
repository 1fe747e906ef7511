// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShownOutputTest {
    private final ShownOutput shown = new ShownOutput(List.of("NAME  [a]", "...", "took ... s"));

    @Test
    void acceptsAnyLinesAndCharactersInPlaceOfDots() {
        assertThat(shown.matches("NAME  [a]\ntook 1.2 s\n")).isTrue();
        assertThat(shown.matches("NAME  [a]\nx\n\ny\ntook  s\n\n")).isTrue();
    }

    @Test
    void rejectsEverythingElse() {
        assertThat(shown.matches("")).isFalse();
        assertThat(shown.matches("NAME [a]\ntook 1.2 s\n")).isFalse();
        assertThat(shown.matches("NAME  [a]\ntook 1.2 s\nmore\n")).isFalse();
        assertThat(shown.matches("before\nNAME  [a]\ntook 1.2 s\n")).isFalse();
    }

    @Test
    void expectsNothingWhereNothingIsShown() {
        assertThat(new ShownOutput(List.of()).matches("\n")).isTrue();
        assertThat(new ShownOutput(List.of()).matches("warning\n")).isFalse();
    }
}
