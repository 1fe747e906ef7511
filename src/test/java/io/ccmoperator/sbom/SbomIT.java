// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.sbom;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.tree.FieldReader;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The SBOM of the packaged program. */
@Tag("packaged")
class SbomIT {
    @Test
    @Tag("jar")
    void listsLibrariesOfProgramAndNothingElse() throws IOException {
        assertThat(ProgramSbom.libraries())
                .extracting(component -> component.string("group") + "." + component.string("name") + "-"
                        + component.string("version") + ".jar")
                .containsExactlyInAnyOrderElementsOf(ProgramSbom.jars().stream()
                        .map(jar -> jar.getFileName().toString())
                        .toList());
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
}
