// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs that a machine may have. */
public final class OnPath {
    private OnPath() {}

    /** The program of Prometheus of that name; the test is skipped where it is missing. */
    public static String assumed(String program) {
        return assumed(program, "prometheus");
    }

    /** The program of that name; the test is skipped where it is missing. */
    public static String assumed(String program, String debianPackage) {
        Optional<String> found = find(program);
        assumeTrue(found.isPresent(), program + " is not on the PATH; install the Debian package " + debianPackage);
        return found.get();
    }

    private static Optional<String> find(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }
}
