// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.report;

import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * Says in the last lines of a build, after the summary of Maven, which tests were skipped. Runs in the process of Maven, by the
 * exec plugin, before the tests of the last module: Maven has no goal that runs after its summary, so the lines are written
 * when its process ends.
 */
public final class LastLines {
    private LastLines() {}

    /**
     * Begins: the plugin closes its class loader with the goal, so the classes are loaded again by one that stays open.
     *
     * @param arguments the folder of the project, and when the build began, such as {@code 2026-01-01T00:00:00Z}
     */
    public static void main(String... arguments) throws ReflectiveOperationException {
        URL[] classes = {LastLines.class.getProtectionDomain().getCodeSource().getLocation()};
        new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())
                .loadClass(LastLines.class.getName())
                .getMethod("register", String.class, String.class)
                .invoke(null, arguments[0], arguments[1]);
    }

    /** See {@link #main}. */
    public static void register(String folder, String begin) {
        Path project = Path.of(folder);
        Instant began = Instant.parse(begin);
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            // The plugin ends its own group together with the goal.
            group = group.getParent();
        }
        Runtime.getRuntime()
                .addShutdownHook(new Thread(group, () -> print(project, began, System.out), "skipped tests"));
    }

    private static void print(Path project, Instant began, PrintStream out) {
        List<String> lines = SkippedTests.read(project, began).lines();
        if (!lines.isEmpty()) {
            out.println();
            lines.forEach(out::println);
            out.flush();
        }
    }
}
