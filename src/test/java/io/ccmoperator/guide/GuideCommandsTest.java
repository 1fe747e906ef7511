// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.guide.GuideStep.Command;
import io.ccmoperator.guide.GuideStep.Commands;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GuideCommandsTest {
    /** What {@link GuideCommandsIT} can start. */
    private static final Set<String> PROGRAMS = Set.of(
            "awk", "cat", "ccm-operator", "find", "grep", "kubectl", "ls", "mkdir", "openssl", "printf", "source");

    static List<String> guides() {
        return GuideFiles.all();
    }

    @ParameterizedTest
    @MethodSource("guides")
    void executesBlockOrHasReason(String guide) {
        List<String> neither = commands(guide)
                .filter(step -> step.reason().isEmpty() && !canBeExecuted(step))
                .map(step -> "line " + step.line()
                        + ": starts a program that no test has; put <!-- not executed: REASON --> before the block, with a"
                        + " reason of docs/development/testing.md")
                .toList();

        assertThat(neither).isEmpty();
    }

    private static boolean canBeExecuted(Commands step) {
        return step.commands().stream()
                .flatMap(command -> command.text().replace("\\\n", " ").lines())
                .map(line -> line.strip().split("\\s+")[0])
                .allMatch(PROGRAMS::contains);
    }

    @ParameterizedTest
    @MethodSource("guides")
    void givesValidReasons(String guide) {
        assertThat(commands(guide).flatMap(step -> step.reason().stream())).allMatch(Reason::isValid);
    }

    @Test
    void explainsEachReason() throws IOException {
        String contributing = Files.readString(PayloadFolder.project().resolve("docs/development/testing.md"));

        assertThat(Reason.KNOWN).allSatisfy(reason -> assertThat(contributing).contains("| `" + reason + "` | "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "render",
                "manifests",
                "cloud-config",
                "providers",
                "inject-azure-credentials",
                "generate-completion",
                "providers --help"
            })
    void executesExampleOfCommandThatNeedsNoCluster(String command) {
        Set<String> executed = new TreeSet<>();
        GuideFiles.all().stream()
                .flatMap(GuideCommandsTest::commands)
                .filter(step -> step.reason().isEmpty())
                .flatMap(step -> step.commands().stream())
                .map(Command::text)
                .forEach(executed::add);

        assertThat(executed).anyMatch(text -> text.contains("ccm-operator " + command));
    }

    private static Stream<Commands> commands(String guide) {
        return GuideFiles.steps(guide).stream()
                .filter(Commands.class::isInstance)
                .map(Commands.class::cast);
    }
}
