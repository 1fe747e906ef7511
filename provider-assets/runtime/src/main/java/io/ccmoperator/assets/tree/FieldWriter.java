// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Changes a tree by path; {@link FieldReader} reads it. Maps and lists that are missing on the way are created, and a value of
 * another type there is replaced. Those that are returned are those of the tree, not copies.
 *
 * @param tree the map at the root, which is changed
 */
public record FieldWriter(Map<String, Object> tree) {
    /** The map at a path. */
    @SuppressWarnings("unchecked")
    public Map<String, Object> map(String... names) {
        Map<String, Object> map = tree;
        for (String name : names) {
            map = (Map<String, Object>) child(map, name, Map.class, LinkedHashMap::new);
        }
        return map;
    }

    /** The list in a field of the root. */
    @SuppressWarnings("unchecked")
    public List<Object> list(String name) {
        return (List<Object>) child(tree, name, List.class, ArrayList::new);
    }

    private static Object child(Map<String, Object> parent, String name, Class<?> type, Supplier<Object> empty) {
        Object value = parent.get(name);
        // One that is empty may be a constant, which cannot be changed.
        if (!type.isInstance(value) || value.equals(empty.get())) {
            parent.put(name, empty.get());
        }
        return parent.get(name);
    }
}
