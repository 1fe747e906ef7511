/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.output;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.ccmoperator.input.IoReason;
import io.ccmoperator.output.AtomicFiles.Change;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One commit of {@link AtomicFiles}. Each file is written beside its target and flushed to the disk; when all are written they are
 * renamed. A replaced file keeps a second name until the end, by which it is restored after a failure.
 */
final class Transaction {
    private final FileSteps files;
    private final Deque<Undo> undo = new ArrayDeque<>();

    /** Temporary names of written files, and of replaced or deleted ones, by target. */
    private final Map<Path, Path> written = new LinkedHashMap<>();

    private final Map<Path, Path> replaced = new LinkedHashMap<>();
    private int temporaries;

    /** A change of the file system. */
    @FunctionalInterface
    private interface FileAction {
        void run() throws IOException;
    }

    private record Undo(Path shown, String remedy, FileAction action) {}

    Transaction(FileSteps files) {
        this.files = files;
    }

    void run(Map<Path, Optional<Set<PosixFilePermission>>> directories, List<Change> changes) {
        try {
            directories.forEach((path, mode) -> makeDirectory(path.toAbsolutePath(), path, mode));
            changes.forEach(Transaction::rejectDirectory);
            changes.stream()
                    .map(change -> change.target().toAbsolutePath().getParent())
                    .distinct()
                    .filter(Files::isDirectory)
                    .forEach(this::removeLeftovers);
            changes.forEach(this::write);
            changes.forEach(this::replace);
        } catch (OutputException e) {
            throw e.with(undo());
        } catch (RuntimeException | Error e) {
            undo();
            throw e;
        }
        removeReplaced();
    }

    private void makeDirectory(Path directory, Path shown, Optional<Set<PosixFilePermission>> mode) {
        if (Files.isDirectory(directory)) {
            mode.ifPresent(permissions -> step("set the permissions of", shown, () -> {
                Set<PosixFilePermission> before = Files.getPosixFilePermissions(directory);
                undo.push(new Undo(directory, "", () -> files.setPermissions(directory, before)));
                files.setPermissions(directory, permissions);
            }));
            return;
        }
        if (directory.getParent() != null) {
            makeDirectory(directory.getParent(), shown, Optional.empty());
        }
        step("make the directory", shown, () -> {
            files.makeDirectory(directory, mode);
            undo.push(new Undo(directory, "", () -> files.delete(directory)));
            if (mode.isPresent()) {
                files.setPermissions(directory, mode.get());
            }
        });
    }

    /** Without this a directory would be renamed, and the file would replace it. */
    private static void rejectDirectory(Change change) {
        if (Files.isDirectory(change.target())) {
            throw new OutputException("cannot " + change.verb() + " " + change.target()
                    + ": Is a directory; remove it, or name another place");
        }
    }

    private void removeLeftovers(Path directory) {
        step("remove temporary files of an earlier run from", directory, () -> {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, ".ccm-operator-*.tmp")) {
                for (Path file : entries) {
                    if (file.getFileName().toString().matches("\\.ccm-operator-[0-9]+\\.tmp")) {
                        files.delete(file);
                    }
                }
            }
        });
    }

    private void write(Change change) {
        change.content()
                .ifPresent(content -> step("write", change.target(), () -> {
                    Path file = temporary(change.target());
                    undo.push(new Undo(change.target(), "", () -> files.deleteIfPresent(file)));
                    files.write(file, content, change.mode());
                    written.put(change.target(), file);
                }));
    }

    private void replace(Change change) {
        Path target = change.target();
        step(change.verb(), target, () -> {
            boolean exists = Files.exists(target, NOFOLLOW_LINKS);
            if (exists) {
                keep(change, temporary(target));
            }
            if (written.containsKey(target)) {
                files.rename(written.get(target), target);
                if (!exists) {
                    undo.push(new Undo(target, "", () -> files.deleteIfPresent(target)));
                }
            }
        });
    }

    private void keep(Change change, Path second) throws IOException {
        Path target = change.target();
        boolean linked = change.content().isPresent() && files.link(second, target);
        if (!linked) {
            files.rename(target, second);
        }
        replaced.put(target, second);
        undo.push(new Undo(target, "; its previous content is in " + second + ", save it first", () -> {
            files.rename(second, target);
            // A rename between two names of the same file does nothing.
            files.deleteIfPresent(second);
        }));
    }

    private void removeReplaced() {
        List<String> failures = new ArrayList<>();
        replaced.forEach((target, second) -> {
            try {
                files.delete(second);
            } catch (IOException e) {
                failures.add(
                        "cannot remove the previous content of " + target + " from " + second + ": " + IoReason.of(e));
            }
        });
        if (!failures.isEmpty()) {
            failures.add("all results are written; remove the files named above");
            throw new OutputException(failures, null);
        }
    }

    /** Reverts all changes, the last one first, and returns a line for each that cannot be reverted. */
    private List<String> undo() {
        List<String> failures = new ArrayList<>();
        for (Undo change : undo) {
            try {
                change.action().run();
            } catch (IOException e) {
                failures.add("cannot restore " + change.shown() + ": " + IoReason.of(e) + change.remedy());
            }
        }
        return failures;
    }

    private Path temporary(Path target) {
        return target.resolveSibling(".ccm-operator-" + temporaries++ + ".tmp");
    }

    /** What a user can do about a failure of the file system. */
    private static String remedy(IOException failure) {
        return switch (IoReason.of(failure)) {
            case "No space left on device" -> "; free space there, or name another place";
            case "Permission denied" -> "; change the permissions, or name another place";
            case "File exists", "Not a directory" ->
                "; remove the file that has the name of a directory, or name another place";
            default -> "; name another place";
        };
    }

    private static void step(String verb, Path shown, FileAction action) {
        try {
            action.run();
        } catch (IOException e) {
            throw new OutputException(List.of("cannot " + verb + " " + shown + ": " + IoReason.of(e) + remedy(e)), e);
        }
    }
}
