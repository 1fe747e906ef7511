/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.ccmoperator.guide.GuideStep.Command;
import io.ccmoperator.guide.GuideStep.Commands;
import io.ccmoperator.guide.GuideStep.ShownFile;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepReaderTest {
    @Test
    void readsScriptWithoutShownOutput() {
        List<GuideStep> steps = StepReader.read("""
                Type:

                    # First.
                    one \\
                      --flag

                    two
                """);

        assertThat(steps)
                .containsExactly(new Commands(
                        3,
                        List.of(new Command("# First.\none \\\n  --flag\n\ntwo", Optional.empty())),
                        Optional.empty(),
                        OptionalInt.empty()));
    }

    @Test
    void readsCommandsWithWhatTheyPrint() {
        List<GuideStep> steps = StepReader.read("""
                    $ one \\
                        --flag
                    a

                      b

                    $ two

                Prose.
                """);

        assertThat(steps)
                .containsExactly(new Commands(
                        1,
                        List.of(
                                new Command("one \\\n    --flag", Optional.of(List.of("a", "", "  b"))),
                                new Command("two", Optional.of(List.of()))),
                        Optional.empty(),
                        OptionalInt.empty()));
    }

    @Test
    void readsReasonAndExitCodeOfNextBlock() {
        List<GuideStep> steps = StepReader.read("""
                1. In a list:

                   <!-- not executed: needs Helm -->

                       helm list

                <!-- executed by SomeTest -->
                <!-- exit code: 1 -->

                    false

                And

                    true
                """);

        assertThat(steps)
                .extracting(step -> ((Commands) step).reason(), step -> ((Commands) step).exitCode())
                .containsExactly(
                        tuple(Optional.of("needs Helm"), OptionalInt.empty()),
                        tuple(Optional.of("executed by SomeTest"), OptionalInt.of(1)),
                        tuple(Optional.empty(), OptionalInt.empty()));
    }

    @Test
    void readsFileOfReader() {
        List<GuideStep> steps = StepReader.read("""
                `one/two.yaml`:

                ```yaml
                a:
                    b: c

                    d: e
                ```

                ```text
                shown only
                ```
                """);

        assertThat(steps).containsExactly(new ShownFile(3, "one/two.yaml", "a:\n    b: c\n\n    d: e\n"));
    }

    @ParameterizedTest
    @CsvSource({
        "'```\na\n```', 'line 1: the block has no language; write ```text, or indent a block of commands by four spaces'",
        "'\n```text\na', 'line 2: the block has no end ```'",
        "'<!-- not executed: x -->\n\nProse.', 'line 3: a comment is about commands, but no indented block follows; put it"
                + " right before the block'",
        "'<!-- exit code: 1 -->\n```text\na\n```', 'line 2: a comment is about commands, but no indented block follows; put"
                + " it right before the block'"
    })
    void rejectsBlockThatIsUnclear(String text, String message) {
        assertThatThrownBy(() -> StepReader.read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({
        "kubectl get a,       true",
        "a | kubectl get -f -, true",
        "'a\nkubectl get b',  true",
        "a $(kubectl get b),  true",
        "cat kubectl,         false",
        "kubectls,            false"
    })
    void recognizesProgram(String text, boolean used) {
        assertThat(new Command(text, Optional.empty()).uses("kubectl")).isEqualTo(used);
    }
}
