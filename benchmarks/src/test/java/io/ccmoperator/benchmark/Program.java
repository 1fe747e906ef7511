/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.benchmark;

import io.ccmoperator.PackagedProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A program that is measured.
 *
 * @param label its column in the table
 * @param command what starts it, without arguments
 */
record Program(String label, List<String> command) {
    private static final String PROPERTY = "benchmark.executable";
    private static final String OTHER_PROPERTY = "benchmark.other";

    /**
     * The programs to compare, in the order of their columns: the one of {@code benchmark.executable} or else what the build has
     * packaged, then the one of {@code benchmark.other} if it is set.
     *
     * @throws IllegalArgumentException if a property names a file that does not exist
     */
    static List<Program> selected() {
        List<Program> programs = new ArrayList<>();
        String path = System.getProperty(PROPERTY);
        programs.add(path == null ? new Program("program", PackagedProgram.command()) : of("program", path));
        String other = System.getProperty(OTHER_PROPERTY);
        if (other != null) {
            programs.add(of("other", other));
        }
        return programs;
    }

    private static Program of(String label, String path) {
        Path file = Path.of(path).toAbsolutePath();
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(file + " does not exist");
        }
        return new Program(
                label, path.endsWith(".jar") ? List.of(java(), "-jar", file.toString()) : List.of(file.toString()));
    }

    List<String> command(List<String> arguments) {
        return Stream.concat(command.stream(), arguments.stream()).toList();
    }

    /** Size in MB (10^6 bytes) of the executable, or of the folder of a jar with its libraries. */
    double megabytes() {
        Path file = Path.of(command.get(command.size() - 1));
        try (Stream<Path> files = Files.walk(command.size() > 1 ? file.getParent() : file)) {
            return files.filter(Files::isRegularFile)
                            .mapToLong(each -> each.toFile().length())
                            .sum()
                    / 1e6;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String java() {
        return ProcessHandle.current().info().command().orElseThrow();
    }
}
