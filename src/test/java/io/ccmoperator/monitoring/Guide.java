// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Guides for users. */
final class Guide {
    private Guide() {}

    /** A file of the project. */
    static String text(String path) {
        try {
            return Files.readString(PayloadFolder.project().resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All guides, by their paths in the project. */
    static List<String> all() {
        Path project = PayloadFolder.project();
        try (Stream<Path> files = Files.walk(project.resolve("docs"))) {
            return Stream.concat(
                            Stream.of("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"),
                            files.map(file -> project.relativize(file).toString())
                                    .filter(file -> file.endsWith(".md"))
                                    .sorted())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names by which links reach the headings of a guide. */
    static List<String> anchors(String path) {
        return text(path)
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .toList();
    }

    /** The lines between a heading and the next one of the same level. */
    static String section(String path, String heading) {
        String text = text(path);
        int start = text.indexOf("\n" + heading + "\n");
        if (start < 0) {
            return "";
        }
        String level = heading.substring(0, heading.indexOf(' ') + 1);
        int end = text.indexOf("\n" + level, start + 1);
        return text.substring(start, end < 0 ? text.length() : end);
    }
}
