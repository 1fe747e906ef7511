// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.sbom;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The SBOM of the packaged program. */
@Tag("packaged")
class SbomIT {
    private static final Pattern LIBRARY_OF_TABLE = Pattern.compile("<library>([^:]+):[^<]+</library>");

    @Test
    @Tag("jar")
    void listsLibrariesOfProgramAndNothingElse() throws IOException {
        assertThat(ProgramSbom.libraries())
                .extracting(component -> component.string("group") + "." + component.string("name") + "-"
                        + component.string("version") + ".jar")
                .containsExactlyInAnyOrderElementsOf(
                        ProgramSbom.jars().stream().map(ProgramSbom::name).toList());
    }

    @Test
    @Tag("jar")
    void namesProgramAndLicenceChecksumAndPackageOfEachLibrary() throws IOException {
        FieldReader sbom = ProgramSbom.read();

        assertThat(sbom.string("bomFormat") + " " + sbom.string("specVersion")).isEqualTo("CycloneDX 1.6");
        assertThat(sbom.string("metadata", "component", "name")).isEqualTo("ccm-operator");
        assertThat(ProgramSbom.libraries()).allSatisfy(component -> {
            assertThat(component.list("licenses")).isNotEmpty();
            assertThat(component.list("hashes")).isNotEmpty();
            assertThat(ProgramSbom.purl(component))
                    .isEqualTo("pkg:maven/" + component.string("group") + "/" + component.string("name") + "@"
                            + component.string("version"));
        });
    }

    /** {@code ./mvnw -Pfreshness} asks for one library of each group at least. */
    @Test
    @Tag("jar")
    void hasGroupsOfTableOfNewerVersions() throws IOException {
        Set<String> groups = new TreeSet<>();
        ProgramSbom.libraries().forEach(component -> groups.add(component.string("group")));
        groups.remove("io.ccmoperator");
        Set<String> asked = new TreeSet<>();
        Matcher libraries = LIBRARY_OF_TABLE.matcher(
                Files.readString(PayloadFolder.project().resolve("pom.xml")));
        libraries.results().forEach(library -> asked.add(library.group(1)));

        assertThat(asked).isEqualTo(groups);
    }
}
