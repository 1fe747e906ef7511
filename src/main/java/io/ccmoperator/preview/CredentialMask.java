// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.cluster.CredentialKeys;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Replaces credentials of Secrets and ConfigMaps by numbers: equal credentials have the same number, so that a difference shows
 * that a credential changes, but not to what. One instance an object.
 */
final class CredentialMask {
    private final Map<String, Integer> numbers = new HashMap<>();

    /** A copy of the object with its credentials masked. */
    KubernetesObject of(KubernetesObject object) {
        KubernetesObject copy = object.copy();
        Optional<ResourceKind> kind = ResourceKind.of(copy);
        if (kind.equals(Optional.of(ResourceKind.SECRET))) {
            replace(copy, "data", this::whole);
            replace(copy, "stringData", this::whole);
        } else if (kind.equals(Optional.of(ResourceKind.CONFIG_MAP))) {
            replace(copy, "data", this::entry);
            replace(copy, "binaryData", this::whole);
        }
        return copy;
    }

    /** The mask of a credential. */
    String mask(String credential) {
        return "<masked " + numbers.computeIfAbsent(credential, any -> numbers.size() + 1) + ">";
    }

    private static void replace(KubernetesObject object, String field, BiFunction<String, Object, Object> change) {
        Map<String, Object> entries = object.fields().map(field);
        List.copyOf(entries.keySet()).forEach(key -> entries.put(key, change.apply(key, entries.get(key))));
    }

    private Object whole(String key, Object value) {
        return mask(String.valueOf(value));
    }

    private Object entry(String key, Object value) {
        return CredentialKeys.include(key)
                ? whole(key, value)
                : MaskedLines.of(lines(String.valueOf(value)), this::mask);
    }

    /** JSON is often one line; as several a difference is seen in the member that differs. */
    private static String lines(String text) {
        if (!text.stripLeading().startsWith("{") || text.strip().contains("\n")) {
            return text;
        }
        try {
            return JsonWriter.indented(JsonReader.read(text));
        } catch (SyntaxException e) {
            return text;
        }
    }
}
