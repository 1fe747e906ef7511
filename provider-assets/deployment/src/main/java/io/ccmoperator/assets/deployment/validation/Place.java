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
 * A value in a document and the way to it. A way that leads nowhere is a place too, one without a value, so that rules can
 * ask for what may be missing or of another type.
 *
 * @param document the document
 * @param path the way from its root
 * @param value the value; null where there is none
 */
record Place(ProviderDocument document, TreePath path, Object value) {
    static Place root(ProviderDocument document) {
        return new Place(document, TreePath.ROOT, document.manifest().tree());
    }

    /** The place at the end of a way through maps. */
    Place field(String... names) {
        Place place = this;
        for (String name : names) {
            place = new Place(document, place.path.field(name), place.map().get(name));
        }
        return place;
    }

    /** The items of the list here. */
    List<Place> items() {
        List<Place> items = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object item : list) {
                items.add(new Place(document, path.item(items.size()), item));
            }
        }
        return items;
    }

    /** The members of the map here. */
    List<Place> members() {
        return map().keySet().stream().map(this::field).toList();
    }

    /** The map here, or an empty one. */
    @SuppressWarnings("unchecked")
    Map<String, Object> map() {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    /** The text here, or the empty one. */
    String text() {
        return value instanceof String text ? text : "";
    }

    /** The texts in the list here. */
    List<String> texts() {
        return items().stream().map(Place::text).toList();
    }

    boolean exists() {
        return value != null;
    }

    boolean is(Object expected) {
        return expected.equals(value);
    }
}
