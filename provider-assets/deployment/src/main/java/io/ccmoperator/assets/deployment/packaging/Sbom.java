// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.packaging;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;

/**
 * An SBOM that Quarkus has generated, in the JSON format of CycloneDX 1.6.
 *
 * @param tree changed by the methods
 */
record Sbom(ObjectNode tree) {
    private static final String SCOPE = "quarkus:component:scope";
    private static final String RUNTIME = "java-runtime";

    /** Removes what only builds the program, such as the deployment parts of extensions: it is not in what is shipped. */
    void removeBuildTools() {
        Set<String> removed = new HashSet<>();
        for (Iterator<JsonNode> components = tree.withArray("components").iterator(); components.hasNext(); ) {
            JsonNode component = components.next();
            if (isBuildTool(component)) {
                removed.add(component.path("bom-ref").asText());
                components.remove();
            }
        }
        for (Iterator<JsonNode> entries = tree.withArray("dependencies").iterator(); entries.hasNext(); ) {
            JsonNode entry = entries.next();
            if (removed.contains(entry.path("ref").asText())) {
                entries.remove();
            } else if (entry.path("dependsOn") instanceof ArrayNode targets) {
                for (Iterator<JsonNode> each = targets.iterator(); each.hasNext(); ) {
                    if (removed.contains(each.next().asText())) {
                        each.remove();
                    }
                }
            }
        }
    }

    /**
     * Adds the Java runtime that is compiled into an executable.
     *
     * @param distribution such as {@code MANDREL}
     * @param version as the distribution prints it
     */
    void addRuntime(String distribution, String version) {
        tree.withArray("components")
                .addObject()
                .put("type", "framework")
                .put("bom-ref", RUNTIME)
                .put("name", distribution)
                .put("version", version)
                .put("description", "Java runtime and class library, compiled into the executable");
        String program = tree.path("metadata").path("component").path("bom-ref").asText();
        for (JsonNode entry : tree.withArray("dependencies")) {
            if (entry.path("ref").asText().equals(program)) {
                ((ObjectNode) entry).withArray("dependsOn").add(RUNTIME);
            }
        }
    }

    private static boolean isBuildTool(JsonNode component) {
        for (JsonNode property : component.path("properties")) {
            if (property.path("name").asText().equals(SCOPE)
                    && property.path("value").asText().equals("development")) {
                return true;
            }
        }
        return false;
    }
}
