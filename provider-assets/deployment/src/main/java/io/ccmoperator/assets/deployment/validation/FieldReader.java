/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.tree.TreePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads the tree of a document by path: a value and its path. A path that leads nowhere has a reader too, one without a value,
 * so that rules can check what may be missing or of another type.
 *
 * @param document the document
 * @param path the path from its root
 * @param value the value; null where there is none
 */
record FieldReader(ProviderDocument document, TreePath path, Object value) {
    static FieldReader root(ProviderDocument document) {
        return new FieldReader(document, TreePath.ROOT, document.manifest().tree());
    }

    /** The field at the end of a path through maps. */
    FieldReader field(String... names) {
        FieldReader field = this;
        for (String name : names) {
            field = new FieldReader(
                    document, field.path.field(name), field.map().get(name));
        }
        return field;
    }

    /** The items of the list here. */
    List<FieldReader> items() {
        List<FieldReader> items = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object item : list) {
                items.add(new FieldReader(document, path.item(items.size()), item));
            }
        }
        return items;
    }

    /** The members of the map here. */
    List<FieldReader> members() {
        return map().keySet().stream().map(this::field).toList();
    }

    /** The map here, or an empty one. */
    @SuppressWarnings("unchecked")
    Map<String, Object> map() {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    /** The string here, or the empty one. */
    String text() {
        return value instanceof String text ? text : "";
    }

    /** The strings in the list here. */
    List<String> texts() {
        return items().stream().map(FieldReader::text).toList();
    }

    boolean exists() {
        return value != null;
    }

    boolean is(Object expected) {
        return expected.equals(value);
    }
}
