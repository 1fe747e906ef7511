// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.schema;

import io.ccmoperator.assets.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.TreePath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares values with their schemas, each by itself; nothing is converted. */
final class Shape {
    private final FieldReader newerFields;
    private final String missing;
    private final List<ShapeFault> faults = new ArrayList<>();

    /**
     * No faults so far.
     *
     * @param newerFields the names of types, and in them the fields that the oldest supported server lacks
     * @param missing what is wrong with a required field that does not exist
     */
    Shape(FieldReader newerFields, String missing) {
        this.newerFields = newerFields;
        this.missing = missing;
    }

    /** The faults of all values so far. */
    List<ShapeFault> faults() {
        return faults;
    }

    /** Adds the faults of a value that are not those of a value in it. */
    void check(ValueSchema schema, FieldReader field) {
        Optional<String> mismatch = TypeMismatch.of(schema, field.value());
        if (mismatch.isPresent()) {
            add(field.path(), schema.message(mismatch.get()));
        } else if (field.value() instanceof Map && !schema.fields().isEmpty()) {
            field.members().forEach(member -> name(schema, member));
            missing(schema, field);
        } else if (field.value() instanceof List && !schema.keys().isEmpty()) {
            equalItems(schema, field);
        } else if (field.value() instanceof String value
                && !schema.values().isEmpty()
                && !schema.values().contains(value)) {
            add(field.path(), unknownValue(value, schema.values()));
        } else if (field.value() instanceof String value && !schema.matches(value)) {
            add(field.path(), schema.message("has an invalid form"));
        } else if (field.value() instanceof Map) {
            field.members().stream()
                    .filter(member -> !schema.names().matches(member.path().name()))
                    .forEach(member -> add(member.path(), schema.names().message("has an invalid name")));
        }
    }

    private void name(ValueSchema schema, FieldReader member) {
        String name = member.path().name();
        if (newerFields.at(schema.type(), name) != null) {
            add(
                    member.path(),
                    "is a field of newer versions of Kubernetes; others would drop it from the object, so leave it out");
        } else if (!schema.fields().contains(name)) {
            TreeSet<String> known = new TreeSet<>(schema.fields());
            known.removeAll(newerFields.map(schema.type()).keySet());
            String place = schema.place(name);
            faults.add(new ShapeFault(
                    member.path(),
                    DidYouMean.nearest(name, known).or(() -> Optional.of(place).filter(known::contains)),
                    "there is no such field; "
                            + (place.isEmpty()
                                    ? DidYouMean.hint(name, known)
                                    : known.contains(place)
                                            ? "is " + place + " meant?"
                                            : "it belongs into " + place.substring(0, place.lastIndexOf('.')))));
        }
    }

    private void missing(ValueSchema schema, FieldReader map) {
        schema.required().stream()
                .filter(name -> !map.map().containsKey(name))
                .forEach(name -> add(map.path().field(name), missing));
    }

    /**
     * The API server accepts some lists with equal items, but then one of the items has no effect, or a later change of the object
     * fails.
     */
    private void equalItems(ValueSchema schema, FieldReader list) {
        Map<Map<String, Object>, Integer> seen = new HashMap<>();
        List<FieldReader> items = list.items();
        for (int index = 0; index < items.size(); index++) {
            Map<String, Object> keys = new LinkedHashMap<>();
            for (String key : schema.keys()) {
                Object value = items.get(index).at(key);
                keys.put(key, value == null ? schema.item().byDefault(key) : value);
            }
            // A key that is missing or empty is another mistake.
            boolean complete = keys.values().stream().allMatch(value -> value instanceof Number || isText(value));
            Integer first = complete ? seen.putIfAbsent(keys, index) : null;
            if (first != null) {
                String same = keys.entrySet().stream()
                        .map(key -> key.getKey() + " " + key.getValue())
                        .collect(Collectors.joining(" and "));
                add(
                        items.get(index).path(),
                        "item " + first + " of the list has the same " + same + "; remove one of them or change it");
            }
        }
    }

    private static boolean isText(Object value) {
        return value instanceof String text && !text.isEmpty();
    }

    private static String unknownValue(String value, List<String> known) {
        return "unknown value '" + value + "'; "
                + DidYouMean.nearest(value, known)
                        .map(near -> "is " + near + " meant? Valid values: ")
                        .orElse("valid values: ")
                + known.stream().map(name -> name.isEmpty() ? "\"\"" : name).collect(Collectors.joining(", "));
    }

    private void add(TreePath path, String reason) {
        faults.add(new ShapeFault(path, Optional.empty(), reason));
    }
}
