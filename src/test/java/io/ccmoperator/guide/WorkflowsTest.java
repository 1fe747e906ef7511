// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The workflows of the repository's host, which cannot run here: they call what the repository has, and hold no right that they do not need. */
class WorkflowsTest {
    private static final Path PROJECT = PayloadFolder.project();
    private static final String PUBLISHING = "release.yaml";
    private static final Pattern ACTION = Pattern.compile("[\\w-]+/[\\w-]+@[0-9a-f]{40}");
    private static final Pattern PROPERTY = Pattern.compile("-D(?<name>[\\w.-]+)");

    static List<String> workflows() {
        try (Stream<Path> files = Files.list(PROJECT.resolve(".github/workflows"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void existForTestsClusterAndRelease() {
        assertThat(workflows()).containsExactly("ci.yaml", "e2e.yaml", PUBLISHING);
    }

    /** What a step does is a command of the repository, which a developer can run, too. */
    @ParameterizedTest
    @MethodSource("workflows")
    void startsCommandsOfRepositoryOnly(String workflow) {
        assertThat(steps(workflow).map(step -> step.string("run")).filter(run -> !run.isEmpty()))
                .isNotEmpty()
                .allSatisfy(run -> {
                    assertThat(run.strip()).doesNotContain("\n", "${{", "|", ";", "&");
                    Path program = PROJECT.resolve(run.strip().split(" ")[0]);
                    assertThat(program).isExecutable();
                    assertThat(program.startsWith(PROJECT)).isTrue();
                });
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void passesPropertiesThatBuildHas(String workflow) {
        String known = text("pom.xml") + text("src/pom.xml") + text("docs/development/testing.md") + text(".ci/run");

        assertThat(PROPERTY.matcher(text(".github/workflows/" + workflow)).results())
                .allSatisfy(property -> assertThat(known).contains(property.group(1)));
    }

    /** A tag may be moved to another commit. The comment is for Renovate, and for people. */
    @ParameterizedTest
    @MethodSource("workflows")
    void pinsActionsByDigest(String workflow) {
        List<String> used = text(".github/workflows/" + workflow)
                .lines()
                .filter(line -> line.matches(" +(- )?uses: .*"))
                .map(line -> line.replaceFirst(".*uses: ", ""))
                .toList();

        assertThat(used).isNotEmpty().allSatisfy(action -> {
            if (action.startsWith("./")) {
                assertThat(PROJECT.resolve(action)).isRegularFile();
            } else {
                assertThat(action).matches(ACTION.pattern() + " # v\\d+\\.\\d+\\.\\d+");
            }
        });
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void readsOnlyWhereNothingIsPublished(String workflow) {
        FieldReader tree = tree(workflow);

        assertThat(tree.map("permissions")).isEqualTo(Map.of("contents", "read"));
        assertThat(jobs(workflow).filter(job -> !job.map("permissions").isEmpty()))
                .hasSize(workflow.equals(PUBLISHING) ? 1 : 0);
        assertThat(text(".github/workflows/" + workflow)).doesNotContain("secrets.", "pull_request_target");
        assertThat(tree.map("on").containsKey("pull_request")).isEqualTo(!workflow.equals(PUBLISHING));
        // A token in the working tree would be there for every program that the build starts.
        assertThat(steps(workflow).filter(step -> step.string("uses").startsWith("actions/checkout@")))
                .isNotEmpty()
                .allSatisfy(step -> assertThat(step.map("with")).containsEntry("persist-credentials", false));
    }

    private static Stream<FieldReader> steps(String workflow) {
        return jobs(workflow).flatMap(job -> job.maps("steps").stream()).map(FieldReader::of);
    }

    private static Stream<FieldReader> jobs(String workflow) {
        FieldReader jobs = tree(workflow);
        return jobs.map("jobs").keySet().stream().map(name -> FieldReader.of(jobs.map("jobs", name)));
    }

    private static FieldReader tree(String workflow) {
        return FieldReader.of(YamlText.tree(text(".github/workflows/" + workflow)));
    }

    private static String text(String file) {
        try {
            return Files.readString(PROJECT.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
