/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode.memory;

import java.util.LinkedHashMap;
import java.util.Map;

/** JSON merge patch (RFC 7396). */
final class MergePatch {
    private MergePatch() {}

    /** What a patch makes of a value; neither is changed. */
    static Object apply(Object value, Object patch) {
        if (!(patch instanceof Map<?, ?> changes)) {
            return patch;
        }
        Map<Object, Object> result = value instanceof Map<?, ?> map ? new LinkedHashMap<>(map) : new LinkedHashMap<>();
        changes.forEach((key, change) -> {
            if (change == null) {
                result.remove(key);
            } else {
                result.put(key, apply(result.get(key), change));
            }
        });
        return result;
    }
}
