// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.archetype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubeapitest.Utils;
import io.fabric8.kubeapitest.binary.OSInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A pack that the build has generated is built as its author does, with the modules of this build. It is not the one of the guide:
 * who follows the guide has a provider of that name in the operator.
 */
class GeneratedPackIT {
    private static final Path PROJECT = Path.of(System.getProperty("project.folder"));
    private static final Path PROJECTS = Path.of("target/test-classes/projects");
    private static final String OF_RULES = "-Dtest=ProviderPackTest";
    private static final Path OF_GUIDE = PROJECTS.resolve("example/project/example-provider-pack");
    private static final Path GENERATED = PROJECTS.resolve("fog/project/fog-provider-pack");

    /** A file in the guide: its path, then the block. */
    private static final Pattern SHOWN_FILE =
            Pattern.compile("^`(providers/[^`\n]+)`:\n\n```yaml\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    @TempDir
    static Path repository;

    @TempDir
    Path pack;

    @TempDir
    Path apiServers;

    @BeforeAll
    static void stageModules() throws IOException {
        StagedModules.of(PROJECT, System.getProperty("project.version")).copyTo(repository);
    }

    @Test
    void passesRulesAndPackagesNothingButProvider() throws IOException, InterruptedException {
        copy(GENERATED, pack);

        MavenBuild build = build(OF_RULES);

        assertThat(build.exitCode()).as(build.printed()).isZero();
        assertThat(build.printed()).contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
        try (JarFile jar =
                new JarFile(pack.resolve("target/fog-provider-pack-1.0.0.jar").toFile())) {
            assertThat(jar.stream().map(entry -> entry.getName()))
                    .filteredOn(name -> !name.startsWith("META-INF/") && !name.endsWith("/"))
                    .containsExactlyInAnyOrder(
                            "providers/fog/provider.yaml",
                            "providers/fog/assets/50-deployment.yaml",
                            "providers/fog/bootstrap/10-pod.yaml");
        }
    }

    @Test
    void failsWithMessageOfOperatorBuildOnFault() throws IOException, InterruptedException {
        copy(GENERATED, pack);
        Path deployment = pack.resolve("src/main/resources/providers/fog/assets/50-deployment.yaml");
        Files.writeString(deployment, Files.readString(deployment).replace("hostNetwork: true", "hostNetwrok: true"));

        MavenBuild build = build(OF_RULES);

        assertThat(build.exitCode()).isNotZero();
        assertThat(build.printed())
                .contains("The provider assets have 1 fault:")
                .containsPattern(
                        "spec\\.template\\.spec\\.hostNetwrok \\(line [0-9]+\\): there is no such field; is hostNetwork meant\\?");
    }

    /** Until the manifests have a mistake that no rule is for. */
    @Test
    void passesDryRunOnApiServerUntilItRefusesManifests() throws IOException, InterruptedException {
        String programs = System.getenv("KUBEBUILDER_ASSETS");
        assumeTrue(
                programs != null && !programs.isEmpty(),
                "no API server: set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver");
        Path versions = Files.createDirectories(apiServers.resolve("k8s"));
        Files.createSymbolicLink(
                versions.resolve("1.0.0" + Utils.platformSuffix(new OSInfo())),
                Path.of(programs).toAbsolutePath());
        copy(GENERATED, pack);

        MavenBuild sound = build();

        assertThat(sound.exitCode()).as(sound.printed()).isZero();
        assertThat(sound.printed()).contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0");

        Path deployment = pack.resolve("src/main/resources/providers/fog/assets/50-deployment.yaml");
        Files.writeString(
                deployment,
                Files.readString(deployment).replace("  replicas: 2\n", "  replicas: 2\n  revisionHistoryLimit: -1\n"));
        MavenBuild faulty = build();

        assertThat(faulty.exitCode()).isNotZero();
        assertThat(faulty.printed())
                .contains("Tests run: 2, Failures: 1, Errors: 0, Skipped: 0")
                .contains("providers/fog/assets/50-deployment.yaml, document 1 (Deployment ")
                .contains("spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0");
    }

    @Test
    void saysWhyDryRunIsSkipped() throws IOException, InterruptedException {
        copy(GENERATED, pack);

        MavenBuild build = build("-Dtest=DryRunTest", "-DargLine=-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=1");

        assertThat(build.exitCode()).as(build.printed()).isZero();
        assertThat(build.printed())
                .contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 1")
                .contains("The manifests were not judged: no API server could be started (");
    }

    /** The guide explains the files of the archetype. */
    @Test
    void hasFilesOfGuide() throws IOException {
        Map<String, String> shown = new TreeMap<>();
        SHOWN_FILE
                .matcher(Files.readString(PROJECT.resolve("docs/providers/adding-a-provider.md")))
                .results()
                .forEach(file -> shown.put(file.group(1), file.group(2)));

        assertThat(files(OF_GUIDE.resolve("src/main/resources"))).isEqualTo(shown);
    }

    @Test
    void leavesNoExpressionOfArchetype() throws IOException {
        assertThat(files(GENERATED))
                .hasSizeGreaterThanOrEqualTo(9)
                .allSatisfy((path, text) -> assertThat(text.replace("${ccm-operator.version}", ""))
                        .as(path)
                        .doesNotContain("${", "__", "@project"));
    }

    private MavenBuild build(String... properties) throws IOException, InterruptedException {
        String[] arguments =
                Stream.concat(Stream.of("verify"), Stream.of(properties)).toArray(String[]::new);
        return MavenBuild.run(PROJECT, pack, repository, apiServers, arguments);
    }

    /** Path to text of the files below a folder. */
    private static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                files.put(folder.relativize(path).toString(), Files.readString(path));
            }
        }
        return files;
    }

    private static void copy(Path source, Path target) throws IOException {
        for (var file : files(source).entrySet()) {
            Path path = target.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
    }
}
