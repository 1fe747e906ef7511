// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A program that runs beside development mode and ends with it. */
final class ServerProcess implements AutoCloseable {
    private static final Duration ENDS_WITHIN = Duration.ofSeconds(10);

    /** The operator has to end before, and needs its server for that. */
    private static final Duration CLOSED_WITHIN = Duration.ofSeconds(20);

    private final Process process;
    private final Path log;

    private ServerProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        // No server process may survive the virtual machine.
        Runtime.getRuntime().addShutdownHook(new Thread(this::endAtExit, "end of " + log.getFileName()));
    }

    /** Starts a program; its output is written to a file. */
    static ServerProcess start(Path log, List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .directory(log.getParent().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.to(log.toFile()))
                    .start();
            return new ServerProcess(process, log);
        } catch (IOException e) {
            throw new DevModeException("cannot start " + command.get(0) + ": " + e.getMessage(), e);
        }
    }

    /** @throws DevModeException if the program ends before it serves, or takes longer */
    void await(Duration atMost, BooleanSupplier serves) {
        long end = System.nanoTime() + atMost.toNanos();
        while (!serves.getAsBoolean()) {
            if (hasEnded(Duration.ofMillis(50))) {
                throw new DevModeException("the server ended with exit code " + process.exitValue() + "; see " + log);
            } else if (System.nanoTime() > end) {
                throw new DevModeException("the server is not ready after " + atMost.toSeconds() + " s; see " + log);
            }
        }
    }

    @Override
    public void close() {
        process.destroy();
        if (!hasEnded(ENDS_WITHIN)) {
            process.destroyForcibly();
        }
    }

    private void endAtExit() {
        if (!hasEnded(CLOSED_WITHIN)) {
            process.destroyForcibly();
        }
    }

    private boolean hasEnded(Duration within) {
        try {
            return process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DevModeException("interrupted while waiting for the server of " + log, e);
        }
    }
}
