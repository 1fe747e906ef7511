// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.guide;

import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The Markdown files for readers. */
final class GuideFiles {
    private static final Path PROJECT = PayloadFolder.project();

    private GuideFiles() {}

    /** Their paths in the project. */
    static List<String> all() {
        try (Stream<Path> docs = Files.walk(PROJECT.resolve("docs"))) {
            return Stream.concat(
                            Stream.of(
                                    "README.md",
                                    "CONTRIBUTING.md",
                                    "SECURITY.md",
                                    "CHANGELOG.md",
                                    "helm/ccm-operator/README.md"),
                            docs.map(file -> PROJECT.relativize(file).toString())
                                    .filter(file -> file.endsWith(".md"))
                                    .sorted())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The steps of one of them.
     *
     * @throws IllegalArgumentException if a block breaks the rules of {@link StepReader}; the message begins with the path
     */
    static List<GuideStep> steps(String guide) {
        try {
            return StepReader.read(Files.readString(PROJECT.resolve(guide)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(guide + ", " + e.getMessage(), e);
        }
    }
}
