// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.discovery;

import io.ccmoperator.assets.discovery.SourceFile;
import io.quarkus.deployment.ApplicationArchive;
import io.quarkus.paths.PathVisit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds the release payload of an operator. It is in the folder manifests/ of the operator's project, which the build of
 * the operator adds to its resources as {@link #ROOT}; an application without that folder has no payload.
 */
public final class PayloadFiles {
    /** The folder of resources that holds the payload, with a slash at the end. */
    public static final String ROOT = "META-INF/payload/";

    private static final String IN_PROJECT = "manifests/";

    private PayloadFiles() {}

    /**
     * The files of the payload, named as in the project and sorted by name; none when there is no payload.
     *
     * @throws UncheckedIOException if a file cannot be read
     */
    public static List<SourceFile> find(ApplicationArchive application) {
        List<SourceFile> files = new ArrayList<>();
        application.accept(
                tree -> tree.walkIfContains(ROOT.substring(0, ROOT.length() - 1), visit -> collect(visit, files)));
        files.sort(Comparator.comparing(SourceFile::path));
        return files;
    }

    private static void collect(PathVisit visit, List<SourceFile> files) {
        if (!Files.isRegularFile(visit.getPath())) {
            return;
        }
        String path = IN_PROJECT + visit.getRelativePath("/").substring(ROOT.length());
        try {
            files.add(new SourceFile(path, Files.readAllBytes(visit.getPath())));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }
}
