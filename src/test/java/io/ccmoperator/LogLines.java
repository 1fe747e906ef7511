// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What a class, or all classes of a package, log while this is open. */
public final class LogLines extends Handler implements AutoCloseable {
    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private LogLines(String name) {
        logger = Logger.getLogger(name);
        logger.addHandler(this);
    }

    public static LogLines of(Class<?> source) {
        return new LogLines(source.getName());
    }

    /** @param member a class of the package */
    public static LogLines ofPackage(Class<?> member) {
        return new LogLines(member.getPackageName());
    }

    /** Level and text of each line so far. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** The messages of the warnings so far. */
    public List<String> warnings() {
        return strings("WARN ");
    }

    /** The messages of level INFO so far. */
    public List<String> notices() {
        return strings("INFO ");
    }

    private List<String> strings(String level) {
        return lines.stream()
                .filter(line -> line.startsWith(level))
                .map(line -> line.substring(level.length()))
                .toList();
    }

    private static String text(LogRecord line) {
        return line.getParameters() == null
                ? line.getMessage()
                : line.getMessage().formatted(line.getParameters());
    }

    @Override
    public void publish(LogRecord line) {
        lines.add(line.getLevel() + " " + text(line));
    }

    @Override
    public void flush() {
        // Nothing is held back.
    }

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
