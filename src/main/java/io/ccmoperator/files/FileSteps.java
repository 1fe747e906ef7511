/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/** The single changes to a file system that a transaction consists of. Tests let one of them fail. */
interface FileSteps {
    /** The changes as the file system makes them. */
    FileSteps REAL = new FileSteps() {};

    /** Makes a directory whose parent exists. It never has more permissions than the mode says. */
    default void makeDirectory(Path directory, Optional<Set<PosixFilePermission>> mode) throws IOException {
        Files.createDirectory(directory, attributes(mode));
        if (mode.isPresent()) {
            setPermissions(directory, mode.get());
        }
    }

    /** Changes the permissions of what exists, where they differ. */
    default void setPermissions(Path path, Set<PosixFilePermission> mode) throws IOException {
        if (!Files.getPosixFilePermissions(path).equals(mode)) {
            Files.setPosixFilePermissions(path, mode);
        }
    }

    /** Writes a file that does not exist yet, through to the disk. It never has more permissions than the mode says. */
    default void write(Path file, byte[] content, Optional<Set<PosixFilePermission>> mode) throws IOException {
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, options, attributes(mode))) {
            // The umask may have taken permissions away.
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

    /** Gives a file a second name; the first one stays. */
    default void link(Path second, Path file) throws IOException {
        Files.createLink(second, file);
    }

    /** Gives a file another name, in one step; a file that has that name is replaced. */
    default void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Deletes a file or an empty directory, which must be there. */
    default void delete(Path path) throws IOException {
        Files.delete(path);
    }

    private static FileAttribute<?>[] attributes(Optional<Set<PosixFilePermission>> mode) {
        return mode.map(PosixFilePermissions::asFileAttribute).stream().toArray(FileAttribute<?>[]::new);
    }
}
