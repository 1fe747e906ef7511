// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SbomTest {
    private static final String GENERATED = """
            {
              "metadata": {"component": {"bom-ref": "program"}},
              "components": [
                {"bom-ref": "library", "properties": [{"name": "quarkus:component:scope", "value": "runtime"}]},
                {"bom-ref": "tool", "properties": [{"name": "quarkus:component:location", "value": "development"},
                                                   {"name": "quarkus:component:scope", "value": "development"}]},
                {"bom-ref": "generated"}
              ],
              "dependencies": [
                {"ref": "program", "dependsOn": ["library", "tool"]},
                {"ref": "tool", "dependsOn": ["library"]},
                {"ref": "library"}
              ]
            }
            """;
    private static final ObjectMapper JSON = new ObjectMapper();

    private Sbom sbom;

    @BeforeEach
    void read() throws IOException {
        sbom = new Sbom((ObjectNode) JSON.readTree(GENERATED));
    }

    @Test
    void leavesOutBuildDependencies() throws IOException {
        sbom.removeBuildTools();

        assertThat(sbom.tree()).isEqualTo(JSON.readTree("""
                        {
                          "metadata": {"component": {"bom-ref": "program"}},
                          "components": [
                            {"bom-ref": "library", "properties": [{"name": "quarkus:component:scope", "value": "runtime"}]},
                            {"bom-ref": "generated"}
                          ],
                          "dependencies": [{"ref": "program", "dependsOn": ["library"]}, {"ref": "library"}]
                        }
                        """));
    }

    @Test
    void namesRuntimeThatIsCompiledIntoExecutable() {
        sbom.addRuntime("MANDREL", "25.0.1+8");

        assertThat(sbom.tree().path("components").path(3).path("name").asText()).isEqualTo("MANDREL");
        assertThat(sbom.tree().path("components").path(3).path("version").asText())
                .isEqualTo("25.0.1+8");
        assertThat(sbom.tree().path("dependencies").path(0).path("dependsOn"))
                .extracting(target -> target.asText())
                .containsExactly("library", "tool", "java-runtime");
    }
}
