// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/** The program that Quarkus says it has built, for tests that start it by themselves. */
public final class PackagedProgram {
    private PackagedProgram() {}

    /** The command that starts it, without arguments. */
    public static List<String> command() {
        Path target = testClasses().resolveSibling("quarkus-artifact.properties");
        Properties artifact = new Properties();
        try (var reader = Files.newBufferedReader(target)) {
            artifact.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Path path = target.resolveSibling(artifact.getProperty("path"));
        return switch (artifact.getProperty("type")) {
            case "jar" ->
                Stream.of(ProcessHandle.current().info().command().orElseThrow(), "-jar", path.toString())
                        .toList();
            case "native" -> List.of(System.getProperty("native.image.path", path.toString()));
            default -> throw new IllegalStateException("cannot start the program that " + target + " describes");
        };
    }

    /** Whether the program needs no Java virtual machine. */
    public static boolean isExecutable() {
        return command().size() == 1;
    }

    private static Path testClasses() {
        try {
            return Path.of(PackagedProgram.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
