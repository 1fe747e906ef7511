// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.benchmark;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.apiserver.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A program that is measured.
 *
 * @param label its column in the table
 * @param command what starts it, without arguments
 * @param operators the command lines of its processes as an operator, with placeholders: {@code {kubeconfig}}, {@code {images}},
 *     {@code {trust-bundle}}, and {@code {port}}, which is another free one each time
 */
record Program(String label, List<String> command, List<List<String>> operators) {
    private static final String PROPERTY = "benchmark.executable";
    private static final String OTHER_PROPERTY = "benchmark.other";

    /** Of this project's own operator. */
    private static final List<String> RUN = List.of(
            "run",
            "--controllers=*",
            "--health-addr=127.0.0.1:{port}",
            "--metrics-bind-address=127.0.0.1:{port}",
            "--kubeconfig={kubeconfig}",
            "--images-json={images}",
            "--system-trust-bundle={trust-bundle}");

    private Program(String label, List<String> command) {
        this(label, command, List.of(joined(command, RUN)));
    }

    /**
     * The programs to compare, in the order of their columns: the one of {@code benchmark.executable} or else what the build has
     * packaged, then the one of {@code benchmark.other} if it is set. That may be another operator: {@code benchmark.other.run} has the
     * command lines of its processes, separated by semicolons, and {@code benchmark.other.name} its column.
     *
     * @throws IllegalArgumentException if a property names a file that does not exist
     */
    static List<Program> selected() {
        List<Program> programs = new ArrayList<>();
        String path = System.getProperty(PROPERTY);
        programs.add(path == null ? new Program("program", PackagedProgram.command()) : of("program", path));
        String other = System.getProperty(OTHER_PROPERTY);
        if (other != null) {
            programs.add(of(System.getProperty(OTHER_PROPERTY + ".name", "other"), other)
                    .withOperators(System.getProperty(OTHER_PROPERTY + ".run")));
        }
        return programs;
    }

    private Program withOperators(String lines) {
        return lines == null
                ? this
                : new Program(
                        label,
                        command,
                        Stream.of(lines.split(";"))
                                .map(line -> List.of(line.strip().split(" +")))
                                .toList());
    }

    /** The same program, each process of which is started by another, such as a profiler. */
    Program startedBy(List<String> starter) {
        return new Program(
                label,
                command,
                operators.stream().map(line -> joined(starter, line)).toList());
    }

    /** The command lines of its processes as an operator. */
    List<List<String>> operators(Map<String, String> values) {
        return operators.stream()
                .map(line -> line.stream().map(word -> replaced(word, values)).toList())
                .toList();
    }

    private static String replaced(String word, Map<String, String> values) {
        String result = word.replace("{port}", word.contains("{port}") ? String.valueOf(FreePort.next()) : "");
        for (Map.Entry<String, String> value : values.entrySet()) {
            result = result.replace("{" + value.getKey() + "}", value.getValue());
        }
        return result;
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
        return joined(command, arguments);
    }

    private static List<String> joined(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** Size in MB (10^6 bytes) of the executables, or of the folder of a jar with its libraries. */
    double megabytes() {
        return operators.stream()
                        .map(line -> Path.of(line.get(command.size() - 1)))
                        .mapToLong(file -> size(command.size() > 1 ? file.getParent() : file))
                        .sum()
                / 1e6;
    }

    private static long size(Path file) {
        try (Stream<Path> files = Files.walk(file)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(each -> each.toFile().length())
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String java() {
        return ProcessHandle.current().info().command().orElseThrow();
    }
}
