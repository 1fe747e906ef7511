// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** docs/facts/check and docs/facts/renew with the facts of one provider and a repository of its project. */
class AgedFactsTest {
    private static final String IMAGES = "src/main/resources/providers/fog/images.yaml";

    @TempDir
    private Path scratch;

    private Path project;
    private Path sources;
    private Path fog;

    /** How a script ended; the output is that of both streams. */
    private record Run(int exitCode, String output) {}

    @BeforeEach
    void writesFactsAndSource() throws Exception {
        project = scratch.resolve("project");
        sources = scratch.resolve("sources");
        fog = sources.resolve("fog-ccm");
        Path scripts = Files.createDirectories(project.resolve("docs/facts"));
        try (Stream<Path> files = Files.list(PayloadFolder.project().resolve("docs/facts"))) {
            for (Path file : files.toList()) {
                Files.copy(file, scripts.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        write(
                project,
                "provider-assets/runtime/src/main/names.yaml",
                "# Source: openshift/api 0123456 of 2026-01-01\n");
        write(
                project,
                "src/main/resources/providers/fog/programs/fog.yaml",
                "source: example/other\ncommit: abcdef0\n");
        write(project, "src/main/resources/configurations/fog.yaml", """
                source: example/fog-ccm
                commit: abcdef0
                date: "2026-01-01"
                files: [pkg/config.go]
                checkTypes: false
                keys: {}
                """);
        write(project, IMAGES, """
                source: example/fog-ccm, releases
                release: v1.35.0
                date: "2026-01-01"
                images:
                  cloudControllerManagerFog:
                    repository: registry.example.com/fog/cloud-controller-manager
                    tags: {"1.34": v1.34.2, "1.35": v1.35.0}
                """);
        write(fog, "go.mod", "module github.com/example/fog-ccm\n");
        write(fog, "pkg/config.go", "package config\n");
        commit(fog, "2026-01-01");
        for (String distribution : List.of("AgentBaker", "kubeone", "kops", "vsphere-charts")) {
            write(sources.resolve(distribution), "images.txt", "none\n");
            commit(sources.resolve(distribution), "2026-01-01");
        }
    }

    @Test
    void reportsOfCloneWithoutTagsWhatElseItFinds() throws Exception {
        Files.delete(fog.resolve("pkg/config.go"));

        Run run = run("check", fog.toString());

        assertThat(run.output())
                .contains("configurations/fog.yaml:4: file pkg/config.go is not in example/fog-ccm")
                .contains("not compared: " + IMAGES + ", newer releases: example/fog-ccm")
                .contains("has no tags")
                .endsWith("aged: 1\n");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void readsFilesOfTableOnly() throws Exception {
        Run run = run("check", fog.toString());

        assertThat(run.output()).doesNotContain("checkTypes", "file false").endsWith("nothing has aged\n");
        assertThat(run.exitCode()).isZero();
    }

    /** Releases of a line, after which the table has aged or not; those of another line do not count. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            v1.35.1=2026-01-20 v1.35.2=2026-03-01                   | ''
            v1.35.1=2026-01-20 v1.35.2=2026-02-01 v1.35.3=2026-02-02 | 1.35.3, 3 patch releases, 32 days
            v1.35.1=2026-03-02                                      | 1.35.1, 1 patch releases, 60 days
            v1.36.0=2026-05-01 chart-1.35.9=2026-05-01              | ''
            """)
    void saysWhenTableIsThreePatchesOrSixtyDaysBehind(String releases, String aged) throws Exception {
        tag("v1.34.2", "2026-01-01");
        tag("v1.35.0", "2026-01-01");
        for (String release : releases.split(" ")) {
            tag(release.split("=")[0], release.split("=")[1]);
        }

        Run run = run("check", fog.toString());

        assertThat(run.exitCode()).isEqualTo(aged.isEmpty() ? 0 : 1);
        assertThat(run.output().lines().filter(line -> line.startsWith(IMAGES)))
                .hasSize(aged.isEmpty() ? 0 : 1)
                .allSatisfy(line -> assertThat(line)
                        .startsWith(IMAGES + ":7: "
                                + aged.replaceFirst(", ", " is newer than v1.35.0 for Kubernetes 1.35 by ")));
    }

    @Test
    void renewsTagsThatDistributionNames() throws Exception {
        tag("v1.34.2", "2026-01-01");
        tag("v1.35.0", "2026-01-01");
        tag("v1.34.3", "2026-02-01");
        tag("v1.34.10", "2026-05-01");
        tag("v1.35.7", "2026-05-02");
        tag("v1.35.8", "2026-05-03");
        write(sources.resolve("kubeone"), "images.go", """
                "registry.example.com/fog/cloud-controller-manager:v1.34.3"
                "registry.example.com/mist/cloud-controller-manager:v1.34.10"
                """);
        write(sources.resolve("AgentBaker"), "components.json", """
                {"downloadURL": "mirror.example.com/fog/cloud-controller-manager:*",
                 "versions": ["v1.35.7-1"]}
                """);
        commit(sources.resolve("kubeone"), "2026-05-04");
        commit(sources.resolve("AgentBaker"), "2026-05-04");

        Run run = run("renew", sources.toString());

        assertThat(run.output())
                .isEqualTo(String.join(
                        "\n",
                        IMAGES + ": Kubernetes 1.34: no distribution names 1.34.10",
                        IMAGES + ": Kubernetes 1.34: v1.34.2 -> v1.34.3, named by kubeone",
                        IMAGES + ": Kubernetes 1.35: no distribution names 1.35.8",
                        IMAGES + ": Kubernetes 1.35: v1.35.0 -> v1.35.7, named by AgentBaker",
                        ""));
        assertThat(project.resolve(IMAGES))
                .content()
                .contains("tags: {\"1.34\": v1.34.3, \"1.35\": v1.35.7}\n", "release: v1.35.7\ndate: \"2026-05-02\"\n");
        assertThat(run("renew", sources.toString()).output())
                .contains("no distribution names 1.35.8")
                .doesNotContain("->");
    }

    private void tag(String tag, String day) throws Exception {
        write(fog, "version", tag);
        commit(fog, day);
        git(fog, day, "tag", tag);
    }

    private void commit(Path repository, String day) throws Exception {
        git(repository, day, "init", "-q");
        git(repository, day, "add", "-A");
        git(repository, day, "commit", "-q", "-m", "Change");
    }

    private void git(Path repository, String day, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-c", "user.name=a", "-c", "user.email=a@example.com"));
        command.addAll(List.of(arguments));
        String time = day + "T12:00:00Z";
        Run run = run(repository, command, Map.of("GIT_COMMITTER_DATE", time, "GIT_AUTHOR_DATE", time));
        assertThat(run.exitCode()).as(run.output()).isZero();
    }

    private Run run(String script, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("bash", "docs/facts/" + script));
        command.addAll(List.of(arguments));
        return run(project, command, Map.of());
    }

    private Run run(Path folder, List<String> command, Map<String, String> environment) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }

    private static void write(Path folder, String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
