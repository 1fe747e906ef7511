// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.cluster.OnChange;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks a file for changes periodically. Files of mounted ConfigMaps change by the swap of a symbolic link, which
 * only a read of the link's target detects.
 */
final class FileWatch {
    private static final long CHECK_EVERY_MILLIS = 5_000;

    /** Where a folder is refused anyway, no more of it is looked at. */
    private static final int MAX_FILES = 1_000;

    private static final int MAX_DEPTH = 8;

    private FileWatch() {}

    /** Calls a listener whenever the file has changed, was created or was deleted, until the end of the process. */
    static void begin(Path file, Vertx vertx, Runnable changed) {
        OnChange<String> state = new OnChange<>(stamp(file), stamp -> changed.run());
        vertx.setPeriodic(CHECK_EVERY_MILLIS, timer -> state.accept(stamp(file)));
    }

    /** The same for all files of a folder, as {@code --provider-dir} has them, once two checks have found the same. */
    static void beginFolder(Path folder, Vertx vertx, Runnable changed) {
        String begin = stampOfFolder(folder);
        Consumer<String> state = whenSettled(begin, new OnChange<>(begin, stamp -> changed.run()));
        vertx.setPeriodic(CHECK_EVERY_MILLIS, timer -> state.accept(stampOfFolder(folder)));
    }

    /** Passes on what it is given twice in succession: some of the files of a folder may be valid without those that are still to be written. */
    static Consumer<String> whenSettled(String initial, Consumer<String> next) {
        AtomicReference<String> last = new AtomicReference<>(initial);
        return stamp -> {
            if (last.getAndSet(stamp).equals(stamp)) {
                next.accept(stamp);
            }
        };
    }

    /** Of a mounted ConfigMap the link is enough, which the kubelet replaces with all that it leads to. */
    private static String stampOfFolder(Path folder) {
        Path link = folder.resolve("..data");
        if (Files.isSymbolicLink(link)) {
            try {
                return Files.readSymbolicLink(link) + " " + stamp(link);
            } catch (IOException e) {
                return "unreadable";
            }
        }
        try (Stream<Path> files = Files.walk(folder.toRealPath(), MAX_DEPTH)) {
            return files.limit(MAX_FILES)
                    .map(file -> file + " " + stamp(file))
                    .sorted()
                    .collect(Collectors.joining("\n"));
        } catch (IOException | UncheckedIOException e) {
            return "unreadable";
        }
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
