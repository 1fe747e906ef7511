// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.text.Sha256;
import io.ccmoperator.assets.tree.JsonWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How an unchanged workload is recognised without a comparison: the hash of the last desired spec,
 * and the generation that the API server gave to the object when that was written.
 */
public final class SpecHash {
    /** SHA-256 of the desired spec. */
    public static final String ANNOTATION = "operator.openshift.io/spec-hash";

    /** metadata.generation after the last write, in lower-case hexadecimal. */
    static final String GENERATION_ANNOTATION = "operator.openshift.io/generation";

    private SpecHash() {}

    /** The hash of an object's spec, the same whatever the order of its members. */
    public static String of(KubernetesObject object) {
        return Sha256.hex(JsonWriter.compact(sorted(object.fields().map("spec"))));
    }

    /** The hash of the spec that was written last; empty if another client has made the object. */
    public static String carried(KubernetesObject live) {
        return live.fields().string("metadata", "annotations", ANNOTATION);
    }

    /** metadata.generation; 0 when there is none. */
    public static long generation(KubernetesObject object) {
        return object.fields().number("metadata", "generation").orElse(0L);
    }

    /** A generation as the annotation says it. */
    static String text(long generation) {
        return Long.toHexString(generation);
    }

    /** Whether the generation of an object is that of its annotation. */
    static boolean tellsGeneration(KubernetesObject object) {
        return object.fields()
                .string("metadata", "annotations", GENERATION_ANNOTATION)
                .equals(text(generation(object)));
    }

    /** Whether the object is as it was after this desired spec has been written. */
    static boolean isAsWritten(KubernetesObject desired, KubernetesObject live) {
        // The generation first: after another client's change it says no, and there is nothing to hash.
        return tellsGeneration(live) && carried(live).equals(of(desired));
    }

    private static Object sorted(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> sorted = new TreeMap<>();
            map.forEach((key, member) -> sorted.put((String) key, sorted(member)));
            return sorted;
        }
        return value instanceof List<?> list
                ? list.stream().map(SpecHash::sorted).toList()
                : value;
    }
}
