// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Removes members that are null: they are equal to missing ones. */
final class NullFields {
    private NullFields() {}

    /** A copy of the map without members that are null, at every depth. */
    static Map<String, Object> without(Map<?, ?> map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            if (value != null) {
                copy.put((String) key, copy(value));
            }
        });
        return copy;
    }

    private static Object copy(Object value) {
        if (value instanceof Map<?, ?> map) {
            return without(map);
        } else if (value instanceof List<?> list) {
            return list.stream().map(NullFields::copy).toList();
        }
        return value;
    }
}
