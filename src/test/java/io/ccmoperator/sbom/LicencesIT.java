// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.sbom;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bouncycastle.LICENSE;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** target/licenses, which becomes /licenses of the image: the licence of each library of the SBOM is there. */
@Tag("packaged")
class LicencesIT {
    private static final Path LICENCES = PayloadFolder.project().resolve("target/licenses");

    /** Of a choice of licences one is enough. The text of the first is LICENSE of the project; the second asks for no notice. */
    private static final Set<String> WITHOUT_FILE = Set.of("Apache-2.0", "CC0-1.0");

    @Test
    @Tag("jar")
    void hasFileOfEachLibraryWhoseLicenceIsNotThatOfProject() throws IOException {
        Set<String> missing = new TreeSet<>();
        for (FieldReader library : ProgramSbom.libraries()) {
            boolean named = library.items("licenses").stream()
                    .anyMatch(licence -> WITHOUT_FILE.contains(licence.string("license", "id")));
            if (!named && !hasFile(library)) {
                missing.add(library.string("group") + ":" + library.string("name"));
            }
        }

        assertThat(missing)
                .as("libraries that need a file in src/main/docker/licenses")
                .isEmpty();
    }

    @Test
    @Tag("jar")
    void hasTextOfLibraryThatPrintsIt() throws IOException {
        assertThat(Files.readString(LICENCES.resolve("org.bouncycastle.txt")))
                .isEqualToNormalizingWhitespace(LICENSE.licenseText);
    }

    private static boolean hasFile(FieldReader library) throws IOException {
        String name = library.string("group") + "." + library.string("name");
        if (Files.exists(LICENCES.resolve(name + ".txt"))
                || Files.exists(LICENCES.resolve(library.string("group") + ".txt"))) {
            return true;
        }
        Path ofJar = LICENCES.resolve(library.string("name") + "-" + library.string("version") + "-jar");
        if (!Files.exists(ofJar)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(ofJar)) {
            return files.anyMatch(Files::isRegularFile);
        }
    }
}
