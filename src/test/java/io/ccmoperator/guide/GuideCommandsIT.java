// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.guide.GuideStep.Command;
import io.ccmoperator.guide.GuideStep.Commands;
import io.ccmoperator.guide.GuideStep.ShownFile;
import io.ccmoperator.guide.WorkingCopy.Result;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The commands of the guides do what the guides show, on the packaged program. {@code target/guide-commands.md} lists which were
 * executed, and why the others were not.
 */
@Tag("packaged")
class GuideCommandsIT {
    private static final String KUBECTL = "kubectl";
    private static final CommandList LIST = new CommandList();

    @TempDir
    Path folder;

    static List<String> guidesWithoutCluster() {
        return guides(false);
    }

    static List<String> guidesWithCluster() {
        return guides(true);
    }

    /** Those with a block to execute, by whether one of their commands is kubectl. */
    private static List<String> guides(boolean withCluster) {
        return GuideFiles.all().stream()
                .filter(guide -> !executable(guide).isEmpty())
                .filter(guide -> executable(guide).stream().anyMatch(step -> step.use(KUBECTL)) == withCluster)
                .toList();
    }

    private static List<Commands> executable(String guide) {
        return GuideFiles.steps(guide).stream()
                .filter(Commands.class::isInstance)
                .map(Commands.class::cast)
                .filter(step -> step.reason().isEmpty())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("guidesWithoutCluster")
    void printsWhatGuideShows(String guide) throws IOException, InterruptedException {
        follow(guide, WorkingCopy.in(folder, Map.of()));
    }

    @RequiresApiServer
    @ParameterizedTest
    @MethodSource("guidesWithCluster")
    void printsWhatGuideShowsOnApiServer(String guide, @TempDir Path data) throws IOException, InterruptedException {
        try (ApiServer server = ApiServer.start(data)) {
            Map<String, String> variables =
                    Map.of("KUBECONFIG", server.kubeconfig(server.uri()).toString());

            follow(guide, WorkingCopy.in(folder, variables, ApiServer.kubectl()));
        }
    }

    /** All steps in their order, also after one that fails. */
    private static void follow(String guide, WorkingCopy copy) throws IOException, InterruptedException {
        SoftAssertions outcome = new SoftAssertions();
        for (GuideStep step : GuideFiles.steps(guide)) {
            if (step instanceof ShownFile file) {
                copy.write(file);
            } else if (step instanceof Commands commands && commands.reason().isEmpty()) {
                execute(guide + ", line " + step.line(), commands, copy, outcome);
                LIST.executed(guide, commands);
            }
        }
        outcome.assertAll();
    }

    private static void execute(String place, Commands step, WorkingCopy copy, SoftAssertions outcome)
            throws IOException, InterruptedException {
        Result result = new Result(0, "");
        for (Command command : step.commands()) {
            result = copy.run(command);
            String printed = result.printed();
            String description = place + ": " + command.text() + "\n" + printed;
            if (command.fails()) {
                outcome.assertThat(result.exitCode()).as(description).isNotZero();
            } else if (step.exitCode().isEmpty()) {
                outcome.assertThat(result.exitCode()).as(description).isZero();
            }
            command.shown()
                    .filter(shown -> !new ShownOutput(shown).matches(printed))
                    .ifPresent(shown -> outcome.assertThat(printed.lines())
                            .as(place + ": " + command.text())
                            .isEqualTo(shown));
        }
        if (step.exitCode().isPresent()) {
            outcome.assertThat(result.exitCode())
                    .as(place + ": " + result.printed())
                    .isEqualTo(step.exitCode().getAsInt());
        }
    }

    @AfterAll
    static void writeList() throws IOException {
        Path list = PayloadFolder.project().resolve("target/guide-commands.md");

        Files.writeString(list, LIST.text());

        assertThat(list).isNotEmptyFile();
    }
}
