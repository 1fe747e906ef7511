/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** A file system in which the steps of certain numbers fail; a write that fails leaves the first half of the file. */
final class FailingSteps implements FileSteps {
    private final Set<Integer> failing;
    private int count;

    /** Steps are counted from 0, those that take others back as well. */
    FailingSteps(Integer... failing) {
        this.failing = Set.of(failing);
    }

    int count() {
        return count;
    }

    @Override
    public void makeDirectory(Path directory, Optional<Set<PosixFilePermission>> mode) throws IOException {
        next();
        FileSteps.super.makeDirectory(directory, mode);
    }

    @Override
    public void setPermissions(Path path, Set<PosixFilePermission> mode) throws IOException {
        next();
        FileSteps.super.setPermissions(path, mode);
    }

    @Override
    public void write(Path file, byte[] content, Optional<Set<PosixFilePermission>> mode) throws IOException {
        if (failing.contains(count)) {
            Files.write(file, Arrays.copyOf(content, content.length / 2));
        }
        next();
        FileSteps.super.write(file, content, mode);
    }

    @Override
    public void link(Path second, Path file) throws IOException {
        next();
        FileSteps.super.link(second, file);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        next();
        FileSteps.super.rename(from, to);
    }

    @Override
    public void delete(Path path) throws IOException {
        next();
        FileSteps.super.delete(path);
    }

    private void next() throws IOException {
        if (failing.contains(count++)) {
            throw new IOException("No space left on device");
        }
    }
}
