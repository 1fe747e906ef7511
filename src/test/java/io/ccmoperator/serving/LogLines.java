/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the classes of this package log, while it is open. */
final class LogLines extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger(LogLines.class.getPackageName());
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    LogLines() {
        logger.addHandler(this);
    }

    /** The warnings so far. */
    List<String> warnings() {
        return lines(Level.WARNING);
    }

    /** What was said so far of the ordinary course of things. */
    List<String> notices() {
        return lines(Level.INFO);
    }

    private List<String> lines(Level level) {
        return records.stream()
                .filter(line -> line.getLevel().intValue() == level.intValue())
                .map(LogLines::text)
                .toList();
    }

    private static String text(LogRecord line) {
        return line.getParameters() == null
                ? line.getMessage()
                : line.getMessage().formatted(line.getParameters());
    }

    @Override
    public void publish(LogRecord line) {
        records.add(line);
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
