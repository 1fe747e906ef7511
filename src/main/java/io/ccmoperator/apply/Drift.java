// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import java.util.List;

/** The difference between a live object and the desired one. */
enum Drift {
    /** In nothing that is owned. */
    NONE,
    /** Only labels or annotations have to be written. */
    METADATA,
    /** A part that is owned has to be written. */
    OWNED,
    /** The live object has more than the desired one, which may be defaults: the server has to be asked. */
    UNDETERMINED;

    /** Compares without asking the server. */
    static Drift of(KubernetesObject desired, KubernetesObject live) {
        return desired.isWorkload() ? ofWorkload(desired, live) : ofOther(desired, live);
    }

    /**
     * Decides a doubt.
     *
     * @param answer what the server would make of the live object (a dry run)
     */
    static Drift of(KubernetesObject desired, KubernetesObject live, KubernetesObject answer) {
        List<List<String>> paths = Ownership.paths(desired);
        if (!Ownership.parts(paths, answer).equals(Ownership.parts(paths, live))) {
            return OWNED;
        }
        boolean marked =
                hasWantedMetadata(desired, live) && (!desired.isWorkload() || SpecHash.isAsWritten(desired, live));
        return marked ? NONE : METADATA;
    }

    /** The generation that the object will have after this drift is corrected. */
    long expectedGeneration(KubernetesObject live) {
        return SpecHash.generation(live) + (this == OWNED ? 1 : 0);
    }

    private static Drift ofWorkload(KubernetesObject desired, KubernetesObject live) {
        boolean asWritten = SpecHash.isAsWritten(desired, live);
        if (!SubsetMatcher.contains(live.fields().map("spec"), desired.fields().map("spec"))) {
            // Hash and generation hold although something differs: the server writes values in its own way (1000m as
            // 1), or
            // the object is a copy that took the annotations along.
            return asWritten ? UNDETERMINED : OWNED;
        }
        if (!asWritten) {
            return UNDETERMINED;
        }
        return hasWantedMetadata(desired, live) ? NONE : METADATA;
    }

    private static Drift ofOther(KubernetesObject desired, KubernetesObject live) {
        List<List<String>> paths = Ownership.paths(desired);
        var expected = Ownership.parts(paths, ServerDefaults.of(desired));
        var found = Ownership.parts(paths, live);
        if (expected.equals(found)) {
            return hasWantedMetadata(desired, live) ? NONE : METADATA;
        }
        // The server fills nothing into a ConfigMap.
        boolean mayBeDefaults = ObjectKey.of(desired).kind() != ResourceKind.CONFIG_MAP;
        return mayBeDefaults && SubsetMatcher.contains(found, expected) ? UNDETERMINED : OWNED;
    }

    private static boolean hasWantedMetadata(KubernetesObject desired, KubernetesObject live) {
        return live.fields()
                        .map("metadata", "labels")
                        .entrySet()
                        .containsAll(desired.fields().map("metadata", "labels").entrySet())
                && live.fields()
                        .map("metadata", "annotations")
                        .entrySet()
                        .containsAll(
                                desired.fields().map("metadata", "annotations").entrySet());
    }
}
