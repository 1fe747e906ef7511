/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import io.ccmoperator.files.AtomicFiles.Change;
import io.ccmoperator.files.AtomicFiles.Directory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** One commit of {@link AtomicFiles}. */
final class Transaction {
    private final FileSteps steps;
    private final List<Directory> directories;
    private final List<Change> changes;
    private final Temporaries temporaries = new Temporaries();
    private final Undo undo = new Undo();

    /** What is written already, and not yet in its place. */
    private final Map<Change, Path> written = new LinkedHashMap<>();

    /** The second names of what was there before, by target. */
    private final Map<Path, Path> kept = new LinkedHashMap<>();

    Transaction(FileSteps steps, List<Directory> directories, List<Change> changes) {
        this.steps = steps;
        this.directories = directories;
        this.changes = changes;
    }

    void run() {
        try {
            directories.forEach(this::makeDirectory);
            changes.forEach(Transaction::refuseDirectory);
            removeLeftovers();
            changes.forEach(this::write);
            changes.forEach(this::replace);
            discardKept();
        } catch (OutputException e) {
            throw e.with(undo.run());
        } catch (RuntimeException | Error e) {
            undo.run();
            throw e;
        }
    }

    private void makeDirectory(Directory directory) {
        Path path = directory.path().toAbsolutePath();
        Optional<Set<PosixFilePermission>> mode = supported(path, directory.mode());
        if (!Files.isDirectory(path)) {
            makeDirectory(path, directory.path(), mode);
        } else if (mode.isPresent()) {
            step("set the permissions of", directory.path(), () -> setPermissions(path, mode.get()));
        }
    }

    private void setPermissions(Path directory, Set<PosixFilePermission> mode) throws IOException {
        Set<PosixFilePermission> before = Files.getPosixFilePermissions(directory);
        undo.add(directory, () -> steps.setPermissions(directory, before));
        steps.setPermissions(directory, mode);
    }

    private void makeDirectory(Path directory, Path shown, Optional<Set<PosixFilePermission>> mode) {
        if (directory.getParent() != null && !Files.isDirectory(directory.getParent())) {
            makeDirectory(directory.getParent(), shown, Optional.empty());
        }
        // The directory may be there although its permissions cannot be set.
        undo.add(directory, () -> {
            if (Files.isDirectory(directory) && isEmpty(directory)) {
                steps.delete(directory);
            }
        });
        step("make the directory", shown, () -> steps.makeDirectory(directory, mode));
    }

    /** Without this a directory would be renamed to keep it, and the file would take its place. */
    private static void refuseDirectory(Change change) {
        if (Files.isDirectory(change.target())) {
            throw new OutputException("cannot " + change.verb() + " " + change.target() + ": Is a directory");
        }
    }

    private void removeLeftovers() {
        changes.stream()
                .map(change -> change.target().toAbsolutePath().getParent())
                .distinct()
                .filter(Files::isDirectory)
                .forEach(directory -> step("remove leftovers of an earlier run from", directory, () -> {
                    for (Path leftover : Temporaries.in(directory)) {
                        steps.delete(leftover);
                    }
                }));
    }

    private void write(Change change) {
        if (change.content().isEmpty()) {
            return;
        }
        Path target = change.target();
        Path file = temporaries.beside(target);
        undo.add(target, () -> deleteIfThere(file));
        step("write", target, () -> steps.write(file, change.content().get(), supported(target, change.mode())));
        written.put(change, file);
    }

    private void replace(Change change) {
        Path target = change.target();
        boolean replaces = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
        if (replaces) {
            Path old = temporaries.beside(target);
            step(change.verb(), target, () -> keep(change, old));
            kept.put(target, old);
            undo.add(target, "; its previous content is in " + old + ", save it first", () -> putBack(old, target));
        }
        if (written.containsKey(change)) {
            step("write", target, () -> steps.rename(written.get(change), target));
            if (!replaces) {
                undo.add(target, () -> deleteIfThere(target));
            }
        }
    }

    private void keep(Change change, Path old) throws IOException {
        if (change.content().isEmpty()) {
            steps.rename(change.target(), old);
            return;
        }
        try {
            // With two names the target is there at every moment, even if this process is killed.
            steps.link(old, change.target());
        } catch (IOException | UnsupportedOperationException e) {
            // Not every file system has hard links, and not every file may get one: then it does not exist for a
            // moment.
            steps.rename(change.target(), old);
        }
    }

    private void putBack(Path old, Path target) throws IOException {
        steps.rename(old, target);
        // A rename between two names of the same file does nothing.
        deleteIfThere(old);
    }

    /** As long as nothing is discarded, everything can be put back; afterwards the results stay. */
    private void discardKept() {
        List<String> failures = new ArrayList<>();
        kept.forEach((target, old) -> {
            try {
                steps.delete(old);
                undo.clear();
            } catch (IOException e) {
                failures.add("cannot remove the old content of " + target + " from " + old + ": " + IoReason.of(e));
                if (!undo.isEmpty()) {
                    throw new OutputException(failures, e);
                }
            }
        });
        if (!failures.isEmpty()) {
            throw new OutputException(failures, null)
                    .with(List.of("all results are written; remove what is named above"));
        }
    }

    private void deleteIfThere(Path file) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            steps.delete(file);
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.findAny().isEmpty();
        }
    }

    private static Optional<Set<PosixFilePermission>> supported(Path target, Optional<Set<PosixFilePermission>> mode) {
        return mode.filter(permissions ->
                target.getFileSystem().supportedFileAttributeViews().contains("posix"));
    }

    private static void step(String verb, Path shown, Undo.Action action) {
        try {
            action.run();
        } catch (IOException e) {
            throw new OutputException(List.of("cannot " + verb + " " + shown + ": " + IoReason.of(e)), e);
        }
    }
}
