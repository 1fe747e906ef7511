/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

/** The temporary names of one commit, and those that killed commits left. */
final class Temporaries {
    /** Hidden, and so special that no file of anybody else has such a name. */
    private static final Pattern NAME =
            Pattern.compile("\\.ccm-operator-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9]+\\.tmp");

    private final UUID commit = UUID.randomUUID();
    private int count;

    /** A new name in the directory of the target. */
    Path beside(Path target) {
        return target.resolveSibling(".ccm-operator-" + commit + "-" + count++ + ".tmp");
    }

    /** The files in the directory that have a temporary name. */
    static List<Path> in(Path directory) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, Temporaries::isTemporary)) {
            entries.forEach(found::add);
        }
        return found;
    }

    private static boolean isTemporary(Path file) {
        return NAME.matcher(file.getFileName().toString()).matches()
                && !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
    }
}
