// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

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

    private final Path file;
    private String seen;

    private FileWatch(Path file) {
        this.file = file;
        this.seen = stamp();
    }

    /** Calls a listener whenever the file has changed, was created or was deleted, until the end of the process. */
    static void begin(Path file, Vertx vertx, Runnable changed) {
        FileWatch watch = new FileWatch(file);
        vertx.setPeriodic(CHECK_EVERY_MILLIS, timer -> watch.check(changed));
    }

    private void check(Runnable changed) {
        String now = stamp();
        if (!now.equals(seen)) {
            seen = now;
            changed.run();
        }
    }

    private String stamp() {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.fileKey() + " " + attributes.lastModifiedTime() + " " + attributes.size();
        } catch (IOException e) {
            // Why it cannot be read is reported by its reader.
            return "unreadable";
        }
    }
}
