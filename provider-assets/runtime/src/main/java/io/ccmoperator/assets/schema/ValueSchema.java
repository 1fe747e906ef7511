// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.schema;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/** What a schema says of a value: of an object or a descriptor, or of a part of one. */
final class ValueSchema {
    private static final String DEFINITIONS = "#/definitions/";
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

    /** The schema of a file that has the types in its definitions. */
    static ValueSchema of(FieldReader file) {
        Map<String, FieldReader> types = new HashMap<>();
        file.field("definitions")
                .members()
                .forEach(type -> types.put(DEFINITIONS + type.path().name(), type));
        return new ValueSchema(types, "", file);
    }

    /** Calls a visitor for a value and for all values in it of which the schema says something, an outer value first. */
    void walk(FieldReader value, BiConsumer<ValueSchema, FieldReader> visitor) {
        if (!exists() || !value.exists()) {
            return;
        }
        ValueSchema schema = alternative(value);
        visitor.accept(schema, value);
        for (FieldReader member : value.members()) {
            schema.member(member.path().name()).walk(member, visitor);
        }
        for (FieldReader item : value.items()) {
            schema.item().walk(item, visitor);
        }
    }

    /** The one of several schemas that has the type of a value; this one where there are no alternatives, or none has it. */
    private ValueSchema alternative(FieldReader value) {
        return form().isEmpty()
                ? keywords.items("oneOf").stream()
                        .map(this::resolved)
                        .filter(schema -> TypeMismatch.of(schema, value.value()).isEmpty())
                        .findFirst()
                        .orElse(this)
                : this;
    }

    /** Whether the schema says something of the value. */
    boolean exists() {
        return !keywords.map().isEmpty();
    }

    /** The name of the type without the package; empty for a value whose type has no name. */
    String type() {
        return type;
    }

    /** What the value has to be: a type of JSON, {@code Quantity} or {@code int-or-string}; empty for one of several. */
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

    /** Whether a string has the form that the schema requires. */
    boolean matches(String value) {
        String pattern = keywords.string("pattern");
        return pattern.isEmpty() || Pattern.compile(pattern).matcher(value).find();
    }

    /** What is required of the names of the members of a map. */
    ValueSchema names() {
        return resolved(keywords.field("propertyNames"));
    }

    /** What the schema says of an invalid value, or a standard text if it says nothing. */
    String message(String standard) {
        String message = keywords.string("errorMessage");
        return message.isEmpty() ? standard : message;
    }

    /** The field that is meant by one that does not exist, below a field of it where that has a dot; empty if it is not known. */
    String place(String name) {
        return keywords.string("x-places", name);
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
