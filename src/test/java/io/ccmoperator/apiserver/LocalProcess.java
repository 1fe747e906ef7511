/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.apiserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A server that runs beside the tests and ends with them at the latest. */
final class LocalProcess implements AutoCloseable {
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

    /** Starts a program in a folder; what it prints goes into a file there. */
    static LocalProcess start(Path folder, String logFile, List<String> command) {
        Path log = folder.resolve(logFile);
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            return new LocalProcess(process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the server serves; what it printed is the message if it ends before or takes longer. */
    void await(Duration atMost, BooleanSupplier serves) {
        long end = System.nanoTime() + atMost.toNanos();
        while (!serves.getAsBoolean()) {
            if (ended(Duration.ofMillis(20)) || System.nanoTime() > end) {
                throw new IllegalStateException("is not ready; it says:\n" + printed());
            }
        }
    }

    @Override
    public void close() {
        process.destroy();
        if (!ended(Duration.ofSeconds(10))) {
            process.destroyForcibly();
            ended(Duration.ofSeconds(10));
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

    private String printed() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
