// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.schema;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The schema of Kubernetes, read on first use, and what follows from it for an object. */
public final class KubernetesSchema {
    private static final Map<String, FieldReader> TYPES = types();

    private static final Map<String, String> KINDS = kinds();

    private static final FieldReader NEWER_FIELDS = yaml("newer-fields.yaml");

    private KubernetesSchema() {}

    /**
     * Every place at which an object does not have the shape of its kind: unknown fields and those that the oldest supported server
     * lacks, values of another type, unknown values, fields that are missing, and items of a list that equal another one. Empty for a
     * valid object, and for one of a kind that neither providers nor the payload may have.
     */
    public static List<ShapeFault> faults(FieldReader object) {
        Shape shape = new Shape(NEWER_FIELDS, "is missing; Kubernetes requires this field");
        schema(object).walk(object, shape::check);
        return shape.faults();
    }

    private static ValueSchema schema(FieldReader object) {
        return ValueSchema.of(TYPES, KINDS.getOrDefault(object.string("apiVersion") + " " + object.string("kind"), ""));
    }

    /** What the schema says of each type, without the values that the oldest supported server refuses. */
    private static Map<String, FieldReader> types() {
        Map<String, FieldReader> types =
                FieldReader.of(JsonReader.read(file("kubernetes.json")))
                        .field("components", "schemas")
                        .members()
                        .stream()
                        .collect(Collectors.toUnmodifiableMap(
                                type -> lastPart(type.path().name()), type -> type));
        for (FieldReader type : yaml("newer-values.yaml").members()) {
            for (FieldReader field : type.members()) {
                List<?> values = types.get(type.path().name())
                        .list("properties", field.path().name(), "enum");
                if (!values.containsAll(field.map().keySet())) {
                    throw new IllegalStateException(
                            "newer-values.yaml has values that the schema lacks: " + field.path());
                }
                values.removeAll(field.map().keySet());
            }
        }
        return types;
    }

    /** API version and kind to the name of the type. */
    private static Map<String, String> kinds() {
        Map<String, String> kinds = new HashMap<>();
        TYPES.forEach((type, schema) -> schema.items("x-kubernetes-group-version-kind")
                .forEach(kind -> kinds.put(
                        (kind.string("group") + "/" + kind.string("version")).replaceFirst("^/", "") + " "
                                + kind.string("kind"),
                        type)));
        return kinds;
    }

    private static String lastPart(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    private static FieldReader yaml(String name) {
        return FieldReader.of(YamlReader.read(file(name)).get(0).value());
    }

    private static byte[] file(String name) {
        try (InputStream file = KubernetesSchema.class.getResourceAsStream(name)) {
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
