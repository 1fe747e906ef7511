// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.output;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import io.ccmoperator.input.IoReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Directories, files and deletions that {@link #commit} makes together. Each file is written beside its target and flushed to the
 * disk; only when all are written they are renamed: a fault of the disk, its space or permissions shows before.
 *
 * <p>A file without permissions gets those that the process gives to new files. The directory of a file must exist or be added.
 * A commit removes temporary files that a killed process left in the same directories; so two processes may not write to one
 * directory at the same time.
 */
public final class AtomicFiles {
    private final Map<Path, Optional<Set<PosixFilePermission>>> directories = new LinkedHashMap<>();
    private final Map<Path, Change> changes = new LinkedHashMap<>();

    /** Directories and temporary files that the commit has made, the last one first. */
    private final Deque<Path> made = new ArrayDeque<>();

    /** Where the content of targets waits. */
    private final Map<Path, Path> staged = new LinkedHashMap<>();

    /**
     * A change of one file.
     *
     * @param target as the user named it
     * @param content the bytes to write; empty: the file is deleted
     * @param mode empty: the default of the process
     */
    private record Change(Path target, Optional<byte[]> content, Optional<Set<PosixFilePermission>> mode) {
        String verb() {
            return content.isPresent() ? "write" : "delete";
        }
    }

    @FunctionalInterface
    private interface FileAction {
        void run() throws IOException;
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
        return add(new Change(target, Optional.of(content), Optional.of(Set.copyOf(mode))));
    }

    /**
     * Deletes a file if it exists.
     *
     * @throws IllegalArgumentException if the target was added before
     */
    public AtomicFiles delete(Path target) {
        return add(new Change(target, Optional.empty(), Optional.empty()));
    }

    private AtomicFiles add(Change change) {
        if (changes.putIfAbsent(change.target().toAbsolutePath().normalize(), change) != null) {
            throw new IllegalArgumentException(change.target() + " was added twice");
        }
        return this;
    }

    /**
     * Makes all changes, once.
     *
     * @throws OutputException if a change failed; then everything is as it was before, unless a further line of the
     *     exception says otherwise
     */
    public void commit() {
        List<Path> done = new ArrayList<>();
        try {
            stage();
            for (Change change : changes.values()) {
                replace(change);
                done.add(change.target());
            }
        } catch (OutputException e) {
            List<String> further = discard();
            if (!done.isEmpty()) {
                further.add("changed before that: "
                        + String.join(", ", done.stream().map(Path::toString).toList())
                        + "; run the command again");
            }
            throw e.with(further);
        }
    }

    private void stage() {
        directories.forEach((path, mode) -> makeDirectory(path.toAbsolutePath(), path, mode));
        changes.values().forEach(AtomicFiles::rejectDirectory);
        changes.keySet().stream()
                .map(Path::getParent)
                .distinct()
                .filter(Files::isDirectory)
                .forEach(AtomicFiles::removeLeftovers);
        changes.values().forEach(this::stage);
        directories.forEach((path, mode) -> mode.ifPresent(permissions -> step("set the permissions of", path, () -> {
            if (!Files.getPosixFilePermissions(path).equals(permissions)) {
                Files.setPosixFilePermissions(path, permissions);
            }
        })));
    }

    private void makeDirectory(Path directory, Path shown, Optional<Set<PosixFilePermission>> mode) {
        if (Files.isDirectory(directory)) {
            return;
        }
        if (directory.getParent() != null) {
            makeDirectory(directory.getParent(), shown, Optional.empty());
        }
        step("make the directory", shown, () -> {
            Files.createDirectory(directory, attributes(mode));
            made.push(directory);
        });
    }

    /** Without this a file would be written, and not renamed. */
    private static void rejectDirectory(Change change) {
        if (Files.isDirectory(change.target())) {
            throw new OutputException("cannot " + change.verb() + " " + change.target()
                    + ": Is a directory; remove it, or name another place");
        }
    }

    private static void removeLeftovers(Path directory) {
        step("remove temporary files of an earlier run from", directory, () -> {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, ".ccm-operator-*.tmp")) {
                for (Path file : entries) {
                    if (file.getFileName().toString().matches("\\.ccm-operator-[0-9]+\\.tmp")) {
                        Files.delete(file);
                    }
                }
            }
        });
    }

    private void stage(Change change) {
        Path file = change.target().resolveSibling(".ccm-operator-" + staged.size() + ".tmp");
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        change.content()
                .ifPresent(content -> step("write", change.target(), () -> {
                    try (FileChannel channel = FileChannel.open(file, options, attributes(change.mode()))) {
                        made.push(file);
                        staged.put(change.target(), file);
                        if (change.mode().isPresent()) {
                            Files.setPosixFilePermissions(file, change.mode().get());
                        }
                        ByteBuffer bytes = ByteBuffer.wrap(content);
                        while (bytes.hasRemaining()) {
                            channel.write(bytes);
                        }
                        channel.force(true);
                    }
                }));
    }

    /** Permissions from the first byte on; the umask may remove some of them. */
    private static FileAttribute<?>[] attributes(Optional<Set<PosixFilePermission>> mode) {
        return mode.map(PosixFilePermissions::asFileAttribute).stream().toArray(FileAttribute<?>[]::new);
    }

    private void replace(Change change) {
        step(change.verb(), change.target(), () -> {
            if (change.content().isPresent()) {
                Files.move(staged.get(change.target()), change.target(), ATOMIC_MOVE, REPLACE_EXISTING);
            } else {
                Files.deleteIfExists(change.target());
            }
        });
    }

    /** Removes what was made for the commit, and returns a line for each that cannot be removed. */
    private List<String> discard() {
        List<String> failures = new ArrayList<>();
        for (Path path : made) {
            try {
                Files.deleteIfExists(path);
            } catch (DirectoryNotEmptyException e) {
                failures.add(path + " stays, since it has files");
            } catch (IOException e) {
                failures.add("cannot remove " + path + ": " + IoReason.of(e));
            }
        }
        return failures;
    }

    private static void step(String verb, Path shown, FileAction action) {
        try {
            action.run();
        } catch (IOException e) {
            throw new OutputException(List.of("cannot " + verb + " " + shown + ": " + IoReason.of(e) + remedy(e)), e);
        }
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
}
