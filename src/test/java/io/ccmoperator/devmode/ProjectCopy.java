// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.devmode;

import io.ccmoperator.apiserver.LocalProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The sources of the project in a folder of their own, where they can be changed and built beside the build of this test.
 *
 * @param folder the copy's root
 */
record ProjectCopy(Path folder) {
    private static final List<String> SOURCES = List.of(
            "pom.xml",
            "mvnw",
            ".mvn",
            "manifests",
            "docs/samples",
            "provider-assets/runtime/pom.xml",
            "provider-assets/runtime/src/main",
            "provider-assets/deployment/pom.xml",
            "provider-assets/deployment/src/main",
            "provider-pack-archetype/pom.xml",
            "src/pom.xml",
            "src/main");

    static ProjectCopy in(Path folder) throws IOException {
        Path root = root(Path.of("").toAbsolutePath());
        for (String source : SOURCES) {
            copy(root.resolve(source), folder.resolve(source));
        }
        return new ProjectCopy(folder);
    }

    /** Starts development mode, in a shell that has exported a cluster. */
    LocalProcess quarkusDev(String logFile, String... properties) {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "KUBECONFIG=" + exportedKubeconfig(),
                "CCM_OPERATOR_KUBECONFIG=" + exportedKubeconfig(),
                // It ends before a second compiler would have paid.
                "MAVEN_OPTS=-XX:TieredStopAtLevel=1 " + System.getenv().getOrDefault("MAVEN_OPTS", ""),
                "./mvnw",
                "-B",
                "quarkus:dev",
                "-Dmaven.test.skip=true",
                "-Djacoco.skip=true",
                "-Ddebug=false"));
        command.addAll(Arrays.asList(properties));
        return LocalProcess.start(folder, logFile, command);
    }

    /** The kubeconfig that the shell names: a file that cannot be read as one, so that its use is an error. */
    private Path exportedKubeconfig() {
        return folder.resolve("pom.xml");
    }

    /** How many providers the project has. */
    long providers() throws IOException {
        try (Stream<Path> providers = Files.list(folder.resolve("src/main/resources/providers"))) {
            return providers.count();
        }
    }

    void change(String file, UnaryOperator<String> change) throws IOException {
        Path path = folder.resolve(file);
        String before = Files.readString(path);
        String after = change.apply(before);
        if (after.equals(before)) {
            throw new IllegalStateException(file + " has nothing that the test could change");
        }
        Files.writeString(path, after);
    }

    private static Path root(Path folder) {
        return Files.exists(folder.resolve("mvnw")) ? folder : root(folder.getParent());
    }

    private static void copy(Path source, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(source.relativize(file).toString()));
            }
        }
    }
}
