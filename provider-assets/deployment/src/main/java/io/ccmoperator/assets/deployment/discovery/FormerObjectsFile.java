// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.discovery;

import io.quarkus.deployment.ApplicationArchive;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Optional;

/** Finds the list of objects that former releases applied, a resource of the application. */
public final class FormerObjectsFile {
    /** The file, from the root of the resources on. */
    public static final String PATH = "former-objects.yaml";

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
