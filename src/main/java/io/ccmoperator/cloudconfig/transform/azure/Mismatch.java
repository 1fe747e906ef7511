// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.azure;

import io.ccmoperator.assets.tree.ValueType;
import java.util.Map;

/**
 * A value that is not of the type that is needed.
 *
 * @param found what it is instead, with an article; never the value, which may be a credential
 * @param remedy what to write
 */
record Mismatch(String found, String remedy) {
    /** A value of another kind. */
    static Mismatch of(Object value, String remedy) {
        // Users write JSON, whose maps are objects.
        return new Mismatch(
                value instanceof Map ? "an object" : ValueType.of(value).withArticle(), remedy);
    }
}
