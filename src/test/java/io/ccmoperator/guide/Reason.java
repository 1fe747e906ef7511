// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.guide;

import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Why {@link GuideCommandsIT} does not execute a block of commands. */
final class Reason {
    /** In the order of docs/development/testing.md, which explains them. */
    static final List<String> KNOWN = List.of(
            "builds the program",
            "needs a container engine",
            "needs Helm",
            "needs OpenShift",
            "needs a cluster",
            "needs the network",
            "needs a full disk",
            "needs a file of yours",
            "changes the machine");

    private static final String EXECUTED_BY = "executed by ";
    private static final Path PROJECT = PayloadFolder.project();

    private Reason() {}

    /** Whether it is in the list, or names a test class or a script of the project that executes the block instead. */
    static boolean isValid(String reason) {
        if (!reason.startsWith(EXECUTED_BY)) {
            return KNOWN.contains(reason);
        }
        String name = reason.substring(EXECUTED_BY.length());
        return name.contains("/") ? Files.isExecutable(PROJECT.resolve(name)) : hasTest(name + ".java");
    }

    private static boolean hasTest(String file) {
        try (Stream<Path> tests = Files.walk(PROJECT.resolve("src/test/java"))) {
            return tests.anyMatch(path -> path.endsWith(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
