// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Prometheus' own judge of rules and metrics. */
public final class Promtool {
    private Promtool() {}

    /**
     * What it said.
     *
     * @param exitCode 0 when nothing is wrong
     */
    public record Result(int exitCode, String output) {}

    /**
     * Runs it; the test is skipped where there is none.
     *
     * @param folder where it runs
     * @param input what it reads from stdin
     */
    public static Result run(Path folder, byte[] input, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(OnPath.assumed("promtool")));
        command.addAll(arguments);
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            try (var stdin = process.getOutputStream()) {
                stdin.write(input);
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
