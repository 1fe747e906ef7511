// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.schema;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** What the schema of Kubernetes says of a value: of an object, or of a part of one. */
final class ValueSchema {
    private static final FieldReader NOTHING = FieldReader.of(Map.of());

    private final Map<String, FieldReader> types;
    private final String type;
    private final FieldReader keywords;

    private ValueSchema(Map<String, FieldReader> types, String type, FieldReader keywords) {
        this.types = types;
        this.type = type;
        this.keywords = keywords;
    }

    /**
     * The schema of a type.
     *
     * @param types what the schema says of each type, by the name without the package
     * @param type the name of the type; of an unknown one, nothing is known
     */
    static ValueSchema of(Map<String, FieldReader> types, String type) {
        return new ValueSchema(types, type, types.getOrDefault(type, NOTHING));
    }

    /** Calls a visitor for a value and for all values in it of which the schema says something, an outer value first. */
    void walk(FieldReader value, BiConsumer<ValueSchema, FieldReader> visitor) {
        if (!exists() || !value.exists()) {
            return;
        }
        visitor.accept(this, value);
        for (FieldReader member : value.members()) {
            member(member.path().name()).walk(member, visitor);
        }
        for (FieldReader item : value.items()) {
            item().walk(item, visitor);
        }
    }

    /** Whether the schema says something of the value. */
    boolean exists() {
        return !keywords.map().isEmpty();
    }

    /** The name of the type without the package; empty for a value whose type has no name. */
    String type() {
        return type;
    }

    /** What the value has to be: a type of JSON, {@code Quantity} or {@code int-or-string}. */
    String form() {
        if (type.equals("Quantity")) {
            return type;
        }
        return keywords.string("format").equals("int-or-string") ? "int-or-string" : keywords.string("type");
    }

    /** Whether an integer has 32 bits at most; 64 otherwise. */
    boolean isShort() {
        return !keywords.string("format").equals("int64");
    }

    /** The values that a string may have; empty where it may have any. */
    List<String> values() {
        return keywords.strings("enum");
    }

    /** The names of the fields of a map; empty where a map may have any key. */
    Set<String> fields() {
        return keywords.map("properties").keySet();
    }

    /** The names of the fields that a map has to have. */
    List<String> required() {
        return keywords.strings("required");
    }

    /** The names of the fields by which the items of a list have to differ. */
    List<String> keys() {
        return keywords.strings("x-kubernetes-list-map-keys");
    }

    /** The value of a field that an object leaves out; null where there is none. */
    Object byDefault(String field) {
        return keywords.at("properties", field, "default");
    }

    /** The schema of a member of a map. */
    ValueSchema member(String name) {
        FieldReader field = keywords.field("properties", name);
        return field.exists() ? resolved(field) : anyMember();
    }

    /** The schema of the members of a map that may have any key. */
    ValueSchema anyMember() {
        return resolved(keywords.field("additionalProperties"));
    }

    /** The schema of the items of a list. */
    ValueSchema item() {
        return resolved(keywords.field("items"));
    }

    /** A field with a default refers to its type in a list with one entry. */
    private ValueSchema resolved(FieldReader schema) {
        String reference = schema.string("$ref");
        for (FieldReader part : schema.items("allOf")) {
            reference = part.string("$ref");
        }
        return reference.isEmpty()
                ? new ValueSchema(types, "", schema)
                : of(types, reference.substring(reference.lastIndexOf('.') + 1));
    }
}
