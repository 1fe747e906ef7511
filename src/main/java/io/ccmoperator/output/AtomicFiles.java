/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.output;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Directories, files and deletions that {@link #commit} makes together, or not at all.
 *
 * <p>A file without permissions gets those that the process gives to new files. The directory of a file must exist or be added.
 * A commit removes temporary files that a killed process left in the same directories; so two processes may not write to one
 * directory at the same time.
 */
public final class AtomicFiles {
    private final FileSteps steps;
    private final Map<Path, Optional<Set<PosixFilePermission>>> directories = new LinkedHashMap<>();
    private final Map<Path, Change> changes = new LinkedHashMap<>();

    public AtomicFiles() {
        this(path -> {});
    }

    AtomicFiles(FileSteps.BeforeChange beforeChange) {
        steps = new FileSteps(beforeChange);
    }

    /**
     * A change of one file.
     *
     * @param target as the user named it
     * @param content the bytes to write; empty: the file is deleted
     * @param mode empty: the default of the process
     */
    record Change(Path target, Optional<byte[]> content, Optional<Set<PosixFilePermission>> mode) {
        Change {
            mode = mode.map(Set::copyOf);
        }

        String verb() {
            return content.isPresent() ? "write" : "delete";
        }
    }

    /** Makes a directory and its parents if they are missing. */
    public AtomicFiles directory(Path directory) {
        directories.put(directory, Optional.empty());
        return this;
    }

    /** Makes a directory with these permissions, and its parents with the default ones. An existing one gets the permissions. */
    public AtomicFiles directory(Path directory, Set<PosixFilePermission> mode) {
        directories.put(directory, Optional.of(mode));
        return this;
    }

    /** @throws IllegalArgumentException if the target was added before */
    public AtomicFiles write(Path target, byte[] content) {
        return add(new Change(target, Optional.of(content), Optional.empty()));
    }

    /**
     * Writes a file that never has more than these permissions.
     *
     * @throws IllegalArgumentException if the target was added before
     */
    public AtomicFiles write(Path target, byte[] content, Set<PosixFilePermission> mode) {
        return add(new Change(target, Optional.of(content), Optional.of(mode)));
    }

    /**
     * Deletes a file if it exists.
     *
     * @throws IllegalArgumentException if the target was added before
     */
    public AtomicFiles delete(Path target) {
        return add(new Change(target, Optional.empty(), Optional.empty()));
    }

    /**
     * Makes all changes. A signal that ends the process (SIGTERM, SIGINT) ends it after the commit.
     *
     * @throws OutputException if a change failed; then everything is as it was before, unless a further line of the
     *     exception names what could not be restored
     */
    public void commit() {
        ReentrantLock commit = new ReentrantLock();
        // Exit waits for its hooks, and this one waits for the commit.
        Thread hook = new Thread(commit::lock, "commit of files");
        commit.lock();
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            throw new OutputException(
                    List.of("no file was written, since the process is terminating; run the command again"), e);
        }
        try {
            new Transaction(steps).run(directories, List.copyOf(changes.values()));
        } finally {
            commit.unlock();
            remove(hook);
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is terminating: the hook runs already, and ends by itself.
            return;
        }
    }

    private AtomicFiles add(Change change) {
        if (changes.putIfAbsent(change.target().toAbsolutePath().normalize(), change) != null) {
            throw new IllegalArgumentException(change.target() + " was added twice");
        }
        return this;
    }
}
