/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminationTest {
    @TempDir
    Path folder;

    /** Enough for a process that does not wait to end before the last one. */
    private static final int WORDS = 1_000;

    /** Commits two files, and waits for words from its parent before the second is renamed. */
    static final class Child {
        public static void main(String[] args) {
            Path folder = Path.of(args[0]);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("signal")));
            FileSteps.BeforeChange slow = path -> {
                if (path.endsWith("second")) {
                    System.out.println("between two files");
                    for (int word = 0; word < WORDS; word++) {
                        System.in.read();
                        System.out.println("heard");
                    }
                }
            };
            new AtomicFiles(slow)
                    .write(folder.resolve("first"), new byte[1])
                    .write(folder.resolve("second"), new byte[1])
                    .commit();
        }
    }

    @Test
    void completesCommitWhenSignalArrives() throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = child.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.readLine()).isEqualTo("between two files");

            // Unlike the process itself, its handle leaves the streams open.
            child.toHandle().destroy();
            assertThat(output.readLine()).isEqualTo("signal");
            for (int word = 0; word < WORDS; word++) {
                child.getOutputStream().write('\n');
                child.getOutputStream().flush();
                assertThat(output.readLine()).isEqualTo("heard");
            }

            assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            child.destroyForcibly();
        }
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(folder.resolve("first"), folder.resolve("second"));
        }
    }
}
