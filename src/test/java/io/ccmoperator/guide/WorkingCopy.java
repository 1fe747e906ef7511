// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.guide;

import static java.util.concurrent.TimeUnit.MINUTES;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A copy of what the guides use of the project, and a shell in which {@code ccm-operator} is the packaged program.
 *
 * @param folder has the copy in {@code project}, programs in {@code bin}, the reader's home directory in {@code home}
 * @param variables environment variables of the commands, beside those of this process
 */
record WorkingCopy(Path folder, Map<String, String> variables) {
    private static final List<String> COPIED = List.of("docs", "manifests", "helm", "pom.xml", "README.md");
    private static final int MINUTES_OF_COMMAND = 3;

    /**
     * What a command has done.
     *
     * @param printed to stdout and stderr
     */
    record Result(int exitCode, String printed) {}

    /**
     * Makes one.
     *
     * @param programs those that the commands find under their own names, beside {@code ccm-operator}
     */
    static WorkingCopy in(Path folder, Map<String, String> variables, Path... programs) throws IOException {
        for (String part : COPIED) {
            copy(
                    PayloadFolder.project().resolve(part),
                    folder.resolve("project").resolve(part));
        }
        Files.createDirectory(folder.resolve("home"));
        Path bin = Files.createDirectory(folder.resolve("bin"));
        writeStarter(bin.resolve("ccm-operator"), PackagedProgram.command());
        for (Path each : programs) {
            writeStarter(bin.resolve(each.getFileName()), List.of(each.toString()));
        }
        return new WorkingCopy(folder, variables);
    }

    /** Writes a file that the guide shows. */
    void write(GuideStep.ShownFile file) throws IOException {
        Path path = folder.resolve("project").resolve(file.path());
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.content());
    }

    /**
     * Runs a command as a shell with usual settings does. A script ends at the first line that fails.
     *
     * @throws IllegalStateException if it does not end in time
     */
    Result run(GuideStep.Command command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        String options = command.shown().isPresent() ? "-c" : "-ec";
        ProcessBuilder builder = new ProcessBuilder("bash", options, "umask 022\n" + command.text())
                .directory(folder.resolve("project").toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(output.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("CCM_OPERATOR_") || name.equals("KUBECONFIG"));
        environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
        environment.put("HOME", folder.resolve("home").toString());
        environment.put("LC_ALL", "C.UTF-8");
        environment.putAll(variables);
        Process process = builder.start();
        if (!process.waitFor(MINUTES_OF_COMMAND, MINUTES)) {
            process.destroyForcibly();
            throw new IllegalStateException("has not ended within " + MINUTES_OF_COMMAND + " minutes: " + command.text()
                    + "\n" + Files.readString(output));
        }
        return new Result(process.exitValue(), Files.readString(output));
    }

    private static void writeStarter(Path file, List<String> command) throws IOException {
        String words = command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Files.writeString(file, "#!/bin/sh\nexec " + words + " \"$@\"\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
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
