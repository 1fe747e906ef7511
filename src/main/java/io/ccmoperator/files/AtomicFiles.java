/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Directories, files and deletions that are to happen together: {@link #commit} makes all of them, or leaves everything as
 * it was.
 *
 * <p>Each file is written beside its target and through to the disk, and when all are written they are renamed. What they
 * replace keeps a second name until the end, so that it can be put back as it was. A file that an earlier run left under a
 * temporary name, since it was killed, is removed by the next commit that writes to the same directory. Hence two
 * processes may not commit to one directory at the same time.
 */
public final class AtomicFiles {
    private final FileSteps steps;
    private final List<Directory> directories = new ArrayList<>();
    private final Map<Path, Change> changes = new LinkedHashMap<>();

    public AtomicFiles() {
        this(FileSteps.REAL);
    }

    AtomicFiles(FileSteps steps) {
        this.steps = steps;
    }

    /**
     * What becomes of one file.
     *
     * @param target as the user knows it
     * @param content the bytes to write; empty when the file is to be deleted
     * @param mode the permissions; empty for those that the process gives to new files
     */
    record Change(Path target, Optional<byte[]> content, Optional<Set<PosixFilePermission>> mode) {
        /** What an error says could not be done to the target. */
        String verb() {
            return content.isPresent() ? "write" : "delete";
        }
    }

    /**
     * A directory that is to exist.
     *
     * @param path as the user knows it
     * @param mode its permissions; empty for those that it has, or that the process gives to new directories
     */
    record Directory(Path path, Optional<Set<PosixFilePermission>> mode) {}

    /** Makes a directory, and its parents, where they are missing. */
    public AtomicFiles directory(Path directory) {
        directories.add(new Directory(directory, Optional.empty()));
        return this;
    }

    /**
     * Makes a directory with the given permissions, and its parents with usual ones, where they are missing. One that exists
     * gets the permissions. On a file system without POSIX permissions they are left out.
     */
    public AtomicFiles directory(Path directory, Set<PosixFilePermission> mode) {
        directories.add(new Directory(directory, Optional.of(Set.copyOf(mode))));
        return this;
    }

    /**
     * Writes a file with the permissions that the process gives to new files. Its directory must exist or be added.
     *
     * @throws IllegalArgumentException if the target has been added before
     */
    public AtomicFiles write(Path target, byte[] content) {
        return add(new Change(target, Optional.of(content), Optional.empty()));
    }

    /**
     * Writes a file with the given permissions, which it has from its first byte on. Its directory must exist or be added.
     * On a file system without POSIX permissions they are left out.
     *
     * @throws IllegalArgumentException if the target has been added before
     */
    public AtomicFiles write(Path target, byte[] content, Set<PosixFilePermission> mode) {
        return add(new Change(target, Optional.of(content), Optional.of(Set.copyOf(mode))));
    }

    /**
     * Deletes a file where there is one.
     *
     * @throws IllegalArgumentException if the target has been added before
     */
    public AtomicFiles delete(Path target) {
        return add(new Change(target, Optional.empty(), Optional.empty()));
    }

    /**
     * Makes all of it happen. A signal that ends the process (SIGTERM, SIGINT) has to wait for the end of it.
     *
     * @throws OutputException if anything failed; then everything is as it was before, unless a further line of the
     *     exception says what could not be put back
     */
    public void commit() {
        Transaction transaction = new Transaction(steps, List.copyOf(directories), List.copyOf(changes.values()));
        Termination.delayUntilDone(transaction::run);
    }

    private AtomicFiles add(Change change) {
        Objects.requireNonNull(change.target().getFileName(), "a root is no file");
        if (changes.putIfAbsent(change.target().toAbsolutePath().normalize(), change) != null) {
            throw new IllegalArgumentException(change.target() + " was added twice");
        }
        return this;
    }
}
