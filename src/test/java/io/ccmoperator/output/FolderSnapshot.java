// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All entries of a folder, for comparisons, with permissions, content and identity.
 *
 * @param entries descriptions by path below the folder
 */
record FolderSnapshot(SortedMap<String, String> entries) {
    static FolderSnapshot of(Path folder) throws IOException {
        SortedMap<String, String> entries = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.filter(path -> !path.equals(folder))
                    .forEach(path -> entries.put(folder.relativize(path).toString(), describe(path)));
        }
        return new FolderSnapshot(entries);
    }

    private static String describe(Path path) {
        try {
            PosixFileAttributes attributes =
                    Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            String mode = PosixFilePermissions.toString(attributes.permissions());
            if (attributes.isDirectory()) {
                return "directory " + mode;
            }
            return (attributes.isSymbolicLink() ? "link to " + Files.readSymbolicLink(path) : mode + content(path))
                    + identity(attributes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String content(Path path) throws IOException {
        return " " + new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1);
    }

    private static String identity(BasicFileAttributes attributes) {
        return " " + attributes.lastModifiedTime() + " " + attributes.fileKey();
    }
}
