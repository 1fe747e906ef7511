// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.azure;

import io.ccmoperator.assets.tree.JsonWriter;
import java.util.List;
import java.util.Map;

/**
 * Finds strings that JSON can hold and YAML cannot, in members of any name: the provider's parser reads YAML. A name with half of a
 * surrogate pair is none of them, since the reader of JSON refuses it.
 */
record YamlStrings(Faults faults) {
    /** In characters of the input, with the quotes. */
    private static final int MAX_NAME = 1024;

    void check(Map<String, Object> conf) {
        members(conf);
    }

    private void members(Map<?, ?> object) {
        object.forEach((name, value) -> faults.at(name, () -> {
            if (isTooLong((String) name)) {
                faults.add("the name takes more than " + MAX_NAME + " characters with its quotes; shorten it");
            }
            value(value);
        }));
    }

    private void value(Object value) {
        if (value instanceof Map<?, ?> object) {
            members(object);
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                Object item = list.get(i);
                faults.at(i, () -> value(item));
            }
        } else if (value instanceof String text && hasHalfCharacter(text)) {
            faults.add("the string has half of a surrogate pair (\\uD800 to \\uDFFF); correct it");
        }
    }

    private static boolean hasHalfCharacter(String text) {
        return text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    private static boolean isTooLong(String name) {
        // An escape has six characters.
        if (name.length() * 6L + 2 <= MAX_NAME) {
            return false;
        }
        String written = JsonWriter.compactYaml(name);
        return written.codePointCount(0, written.length()) > MAX_NAME;
    }
}
