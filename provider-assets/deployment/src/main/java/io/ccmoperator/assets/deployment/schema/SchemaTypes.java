// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.TreePath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/** The types of a schema, and the parts of an object that have them. */
final class SchemaTypes {
    /** Required fields in which the API server accepts the empty string. */
    private static final Set<String> MAY_BE_EMPTY = Set.of("HTTPHeader.value", "Sysctl.value");

    private final JsonNode schemas;

    SchemaTypes(JsonNode schemas) {
        this.schemas = schemas;
    }

    /** The name of the type of a kind. */
    Optional<String> ofKind(String apiVersion, String kind) {
        String key = apiVersion + " " + kind;
        for (Map.Entry<String, JsonNode> schema : schemas.properties()) {
            for (JsonNode known : schema.getValue().path("x-kubernetes-group-version-kind")) {
                if (key.equals(display(known))) {
                    return Optional.of(schema.getKey());
                }
            }
        }
        return Optional.empty();
    }

    /** The maps in an object by the last part of the names of their types; none for a kind that the schema does not have. */
    Map<String, List<FieldReader>> parts(FieldReader object) {
        Map<String, List<FieldReader>> parts = new HashMap<>();
        walk(
                object,
                (type, part) -> parts.computeIfAbsent(lastPart(type), key -> new ArrayList<>())
                        .add(part));
        return parts;
    }

    /** The strings and lists in an object that are empty although their types require them. */
    List<FieldReader> empty(FieldReader object) {
        List<FieldReader> empty = new ArrayList<>();
        walk(object, (type, part) -> {
            for (JsonNode required : schemas.path(type).path("required")) {
                FieldReader field = part.field(required.asText());
                if ((field.is("") || field.is(List.of()))
                        && !hasFixedValues(property(schemas.path(type), required.asText()))
                        && !MAY_BE_EMPTY.contains(lastPart(type) + "." + required.asText())) {
                    empty.add(field);
                }
            }
        });
        return empty;
    }

    /** Whether the kind of an object has the field at a path. */
    boolean has(FieldReader object, TreePath path) {
        return type(object)
                .filter(type -> at(schemas.path(type), path).isObject())
                .isPresent();
    }

    /** Whether a type, by the last part of its name, has a field: a path whose lists are written {@code []} and maps {@code {}}. */
    boolean has(String type, String path) {
        JsonNode schema = schemas.properties().stream()
                .filter(known -> lastPart(known.getKey()).equals(type))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(MissingNode.getInstance());
        for (String step : path.split("\\.")) {
            schema = resolved(
                    schema.path("properties").path(step.replace("[]", "").replace("{}", "")));
            if (step.endsWith("[]")) {
                schema = resolved(schema.path("items"));
            } else if (step.endsWith("{}")) {
                schema = resolved(schema.path("additionalProperties"));
            }
        }
        return schema.isObject();
    }

    private Optional<String> type(FieldReader object) {
        return ofKind(object.string("apiVersion"), object.string("kind"));
    }

    private void walk(FieldReader object, BiConsumer<String, FieldReader> visitor) {
        type(object).ifPresent(type -> walk(type, schemas.path(type), object, visitor));
    }

    private void walk(String type, JsonNode schema, FieldReader field, BiConsumer<String, FieldReader> visitor) {
        if (!type.isEmpty() && field.value() instanceof Map) {
            visitor.accept(type, field);
        }
        for (FieldReader member : field.members()) {
            JsonNode ofMember = property(schema, member.path().name());
            walk(reference(ofMember), resolved(ofMember), member, visitor);
        }
        for (FieldReader item : field.items()) {
            JsonNode ofItem = schema.path("items");
            walk(reference(ofItem), resolved(ofItem), item, visitor);
        }
    }

    private JsonNode at(JsonNode schema, TreePath path) {
        if (path.equals(TreePath.ROOT)) {
            return schema;
        }
        JsonNode holder = at(schema, path.parent());
        return resolved(path.name().isEmpty() ? holder.path("items") : property(holder, path.name()));
    }

    private static JsonNode property(JsonNode schema, String name) {
        JsonNode property = schema.path("properties").path(name);
        return property.isMissingNode() ? schema.path("additionalProperties") : property;
    }

    private JsonNode resolved(JsonNode schema) {
        String type = reference(schema);
        return type.isEmpty() ? schema : schemas.path(type);
    }

    /** The name of the type to which a schema refers; empty for a schema that refers to none. */
    private static String reference(JsonNode schema) {
        String reference = schema.path("$ref")
                .asText(schema.path("allOf").path(0).path("$ref").asText());
        return reference.substring(reference.lastIndexOf('/') + 1);
    }

    private static boolean hasFixedValues(JsonNode schema) {
        return schema.has("enum") || schema.path("items").has("enum");
    }

    private static String lastPart(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    private static String display(JsonNode groupVersionKind) {
        String group = groupVersionKind.path("group").asText();
        return (group.isEmpty() ? "" : group + "/")
                + groupVersionKind.path("version").asText() + " "
                + groupVersionKind.path("kind").asText();
    }
}
