// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads the resources {@code schemas/*.yaml}: the fields that a kind has, and their types. Those of the operator's own kind
 * come from its definition. The notation:
 *
 * <ul>
 *   <li>{@code string}, {@code integer}, {@code number}, {@code boolean}: a scalar of that type;
 *   <li>{@code intOrString}: an integer or a string, as for ports;
 *   <li>{@code any}: any value;
 *   <li>{@code [T]}: a list of T;
 *   <li>{@code {"*": T}}: a map with any keys and values of T;
 *   <li>{@code {a: T, b: U}}: a map with these fields and no other.
 * </ul>
 */
final class Schemas {
    private static final Map<String, ?> METADATA = read("objectmeta");

    /** The definition of the operator's own kind, as it is in the release payload. */
    private static final String OWN_DEFINITION =
            "/META-INF/payload/0000_26_cloud-controller-manager-operator_00_cloudcontrollermanager.crd.yaml";

    private Schemas() {}

    /** The schema of the operator's own kind, as the API server has it (OpenAPI v3). */
    static Map<String, Object> ofOwnKind() {
        return YamlReader.resource(Schemas.class, OWN_DEFINITION)
                .items("spec", "versions")
                .get(0)
                .map("schema", "openAPIV3Schema");
    }

    /** The notation of this class for a schema of the API server. */
    static Object notation(FieldReader schema) {
        if (Boolean.TRUE.equals(schema.at("x-kubernetes-int-or-string"))) {
            return "intOrString";
        }
        return switch (schema.string("type")) {
            case "array" -> List.of(notation(schema.field("items")));
            case "object" -> {
                FieldReader any = schema.field("additionalProperties");
                Map<String, Object> fields = new LinkedHashMap<>();
                schema.map("properties").forEach((name, field) -> fields.put(name, notation(FieldReader.of(field))));
                yield any.exists() ? Map.of("*", notation(any)) : fields;
            }
            default -> schema.string("type");
        };
    }

    /** The fields of a kind, apiVersion, kind and metadata among them. */
    static Map<String, Object> of(String kind) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("apiVersion", "string");
        fields.put("kind", "string");
        if (kind.equals("CloudControllerManager")) {
            FieldReader.of(notation(FieldReader.of(ofOwnKind()))).map().forEach(fields::put);
        } else {
            fields.putAll(read(kind.toLowerCase(Locale.ROOT)));
        }
        fields.put("metadata", METADATA);
        return fields;
    }

    /**
     * Reads a schema.
     *
     * @param name of the resource, without folder and extension
     * @throws IllegalStateException if there is no such resource
     */
    static Map<String, Object> read(String name) {
        return YamlReader.resource(Schemas.class, "/schemas/" + name + ".yaml").map();
    }
}
