// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pictures of the map of the program are those of their sources. */
class ArchitectureGuideTest {
    private static final String GUIDE = "docs/development/architecture.md";
    private static final Path PICTURES = PayloadFolder.project().resolve("docs/pictures");

    static List<String> pictures() throws IOException {
        try (Stream<Path> files = Files.list(PICTURES)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".puml"))
                    .map(name -> name.replace(".puml", ""))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("pictures")
    void showsEachPictureAsItsTextDescribesIt(String picture) throws IOException, GeneralSecurityException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(Files.readAllBytes(PICTURES.resolve(picture + ".puml")));
        digest.update(Files.readAllBytes(PICTURES.resolve("style.iuml")));

        assertThat(Guide.text("docs/pictures/" + picture + ".svg"))
                .as("draw it again: docs/pictures/draw " + picture)
                .contains(HexFormat.of().formatHex(digest.digest()));
        assertThat(Guide.text(GUIDE)).contains("](../pictures/" + picture + ".svg)");
    }
}
