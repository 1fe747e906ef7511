/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.tree.PlainScalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Views of the values of a configuration's tree. */
final class Tree {
    private Tree() {}

    /** The value as a map, itself and not a copy; an unmodifiable empty one when it is none. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    /** The map at a key, which is put there when there is none. */
    static Map<String, Object> mapAt(Map<String, Object> parent, String key) {
        Map<String, Object> map = map(parent.get(key));
        if (map.isEmpty()) {
            map = new LinkedHashMap<>();
            parent.put(key, map);
        }
        return map;
    }

    /** A string, with or without quotes; empty for any other value. */
    static String text(Object value) {
        return value instanceof String || value instanceof PlainScalar ? value.toString() : "";
    }

    /** The items of a list that are not empty, as strings. */
    static List<String> strings(Object value) {
        List<String> strings = new ArrayList<>();
        if (value instanceof List<?> items) {
            items.stream().map(Tree::text).filter(text -> !text.isEmpty()).forEach(strings::add);
        }
        return strings;
    }
}
