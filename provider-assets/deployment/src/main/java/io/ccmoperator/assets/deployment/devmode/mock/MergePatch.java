// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode.mock;

import io.ccmoperator.assets.KubernetesObject;
import java.util.LinkedHashMap;
import java.util.Map;

/** JSON merge patch (RFC 7396). */
final class MergePatch {
    private MergePatch() {}

    /** The object as patched; neither the object nor the patch is changed. */
    @SuppressWarnings("unchecked")
    static KubernetesObject apply(KubernetesObject object, KubernetesObject patch) {
        return new KubernetesObject((Map<String, Object>) apply(object.tree(), patch.tree()));
    }

    private static Object apply(Object value, Object patch) {
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
