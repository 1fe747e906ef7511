// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apiserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A server that runs beside the tests and ends with them at the latest. */
public final class LocalProcess implements AutoCloseable {
    private final Process process;
    private final Path log;
    private final Thread atExit;

    private LocalProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        // A test that is interrupted from outside closes nothing.
        atExit = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Starts a program in a folder; its output is written to a file there. */
    public static LocalProcess start(Path folder, String logFile, List<String> command) {
        return start(folder, logFile, command, Map.of());
    }

    /** The same with variables beside those of this process. */
    public static LocalProcess start(
            Path folder, String logFile, List<String> command, Map<String, String> environment) {
        Path log = folder.resolve(logFile);
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(log.toFile()));
            // Tests look for whole messages.
            builder.environment().put("COLUMNS", "9999");
            builder.environment().putAll(environment);
            return new LocalProcess(builder.start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The process's id. */
    public long pid() {
        return process.pid();
    }

    /** Whether the process has not ended. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until the server serves; what it printed is the message if it ends before or takes longer. */
    public void await(Duration atMost, BooleanSupplier serves) {
        long end = System.nanoTime() + atMost.toNanos();
        while (!serves.getAsBoolean()) {
            if (ended(Duration.ofMillis(20)) || System.nanoTime() > end) {
                throw new IllegalStateException("is not ready; it says:\n" + printed());
            }
        }
    }

    /** Asks the program to end (SIGTERM). Returns at once. */
    public void terminate() {
        process.destroy();
    }

    /** Ends the program without asking (SIGKILL). */
    public void kill() {
        process.destroyForcibly();
        ended(Duration.ofSeconds(10));
    }

    /**
     * The exit code of a program that ends within a time.
     *
     * @throws IllegalStateException if it does not; the message is what it printed
     */
    public int exitCode(Duration within) {
        if (!ended(within)) {
            throw new IllegalStateException("has not ended; it says:\n" + printed());
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroy();
        if (!ended(Duration.ofSeconds(20))) {
            kill();
        }
        Runtime.getRuntime().removeShutdownHook(atExit);
    }

    private boolean ended(Duration within) {
        try {
            return process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What the program has printed so far. */
    public String printed() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
