// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.discovery;

import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.rules.payload.FormerObjects;
import io.quarkus.deployment.ApplicationArchive;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Optional;

/** Finds the list of objects that former releases applied, a resource of the application. */
public final class FormerObjectsFile {
    private static final String PATH = FormerObjects.PATH;

    private FormerObjectsFile() {}

    /**
     * The file; none where the application has no such list.
     *
     * @throws UncheckedIOException if it cannot be read
     */
    public static Optional<SourceFile> find(ApplicationArchive application) {
        return Optional.ofNullable(application.apply(tree -> tree.apply(PATH, visit -> {
            if (visit == null) {
                return null;
            }
            try {
                return new SourceFile(PATH, Files.readAllBytes(visit.getPath()));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + PATH, e);
            }
        })));
    }
}
