// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.cluster.OnChange;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Checks a file for changes periodically. Files of mounted ConfigMaps change by the swap of a symbolic link, which
 * only a read of the link's target detects.
 */
final class FileWatch {
    private static final long CHECK_EVERY_MILLIS = 5_000;

    private FileWatch() {}

    /** Calls a listener whenever the file has changed, was created or was deleted, until the end of the process. */
    static void begin(Path file, Vertx vertx, Runnable changed) {
        OnChange<String> state = new OnChange<>(stamp(file), stamp -> changed.run());
        vertx.setPeriodic(CHECK_EVERY_MILLIS, timer -> state.accept(stamp(file)));
    }

    private static String stamp(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.fileKey() + " " + attributes.lastModifiedTime() + " " + attributes.size();
        } catch (IOException e) {
            // Why it cannot be read is reported by its reader.
            return "unreadable";
        }
    }
}
