// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.archetype;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A build that has ended.
 *
 * @param printed to stdout and stderr
 */
record MavenBuild(int exitCode, String printed) {
    /** Folders of a repository above a jar of JUnit: org/junit/jupiter/ARTIFACT/VERSION. */
    private static final int FOLDERS_OF_JAR = 5;

    /**
     * Builds a project without a network.
     *
     * @param wrapper the folder of the Maven wrapper
     * @param repository where artifacts are searched first; others are those of the repository of this build
     * @param apiServers the folder in which a test finds an API server, or to which it downloads one
     * @param arguments goals and properties
     */
    static MavenBuild run(Path wrapper, Path project, Path repository, Path apiServers, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                wrapper.resolve("mvnw").toString(),
                "-o",
                "-B",
                "-ntp",
                "-Dmaven.repo.local=" + repository,
                "-Dmaven.repo.local.tail=" + repositoryOfThisBuild()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true);
        builder.environment().put("KUBE_API_TEST_DIR", apiServers.toString());
        // It ends before a second compiler would have paid.
        builder.environment().merge("MAVEN_OPTS", "-XX:TieredStopAtLevel=1", (set, more) -> set + " " + more);
        Process process = builder.start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new MavenBuild(process.waitFor(), printed);
    }

    private static Path repositoryOfThisBuild() {
        try {
            Path folder = Path.of(Test.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            for (int level = 0; level <= FOLDERS_OF_JAR; level++) {
                folder = folder.getParent();
            }
            return folder;
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
