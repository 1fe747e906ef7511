/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.output;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/** The single changes of the file system. */
record FileSteps(BeforeChange beforeChange) {
    /**
     * Is called with the path before each change, also before those that restore it; for a new file, before its content. Tests
     * let it fail.
     */
    @FunctionalInterface
    interface BeforeChange {
        void accept(Path path) throws IOException;
    }

    void makeDirectory(Path directory, Optional<Set<PosixFilePermission>> mode) throws IOException {
        beforeChange.accept(directory);
        Files.createDirectory(directory, attributes(mode));
    }

    void setPermissions(Path path, Set<PosixFilePermission> mode) throws IOException {
        if (!Files.getPosixFilePermissions(path).equals(mode)) {
            beforeChange.accept(path);
            Files.setPosixFilePermissions(path, mode);
        }
    }

    /** Writes a new file and flushes it to the disk. */
    void write(Path file, byte[] content, Optional<Set<PosixFilePermission>> mode) throws IOException {
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, options, attributes(mode))) {
            beforeChange.accept(file);
            if (mode.isPresent()) {
                setPermissions(file, mode.get());
            }
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    /**
     * Gives a file a second name. With two names the file exists at every moment while it is replaced.
     *
     * @return false if the file system does not support that, or not for this file
     */
    boolean link(Path second, Path file) {
        try {
            beforeChange.accept(file);
            Files.createLink(second, file);
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** Renames a file in one step; a file of that name is replaced. */
    void rename(Path from, Path to) throws IOException {
        beforeChange.accept(to);
        Files.move(from, to, ATOMIC_MOVE, REPLACE_EXISTING);
    }

    void delete(Path path) throws IOException {
        beforeChange.accept(path);
        Files.delete(path);
    }

    void deleteIfPresent(Path file) throws IOException {
        if (Files.exists(file, NOFOLLOW_LINKS)) {
            delete(file);
        }
    }

    /** Permissions from the first byte on; the umask may remove some of them. */
    private static FileAttribute<?>[] attributes(Optional<Set<PosixFilePermission>> mode) {
        return mode.map(PosixFilePermissions::asFileAttribute).stream().toArray(FileAttribute<?>[]::new);
    }
}
