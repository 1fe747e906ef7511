// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the server made of desired objects, by its last answers. An object that still is so has not drifted, whatever values the server fills in or writes in
 * its own way (1000m as 1). What was before the process began is not known: that costs one dry run a workload. Nothing of it is written on the
 * object, since the server counts annotations of a Deployment as a new generation. Used by one thread.
 */
final class DriftMemory {
    private final Map<ObjectKey, Applied> applied = new HashMap<>();

    /**
     * An object that was as desired.
     *
     * @param answer the object in the server's answer
     */
    private record Applied(KubernetesObject desired, KubernetesObject answer) {}

    /** What the server made of an object of which the same is desired, labels and annotations aside; empty if that is not known. */
    Optional<KubernetesObject> answer(KubernetesObject desired) {
        List<List<String>> paths = Ownership.paths(desired);
        return Optional.ofNullable(applied.get(ObjectKey.of(desired)))
                .filter(known -> Ownership.parts(paths, known.desired()).equals(Ownership.parts(paths, desired)))
                .map(Applied::answer);
    }

    /** How an object was desired when it was as desired last; empty if that is not known. */
    Optional<KubernetesObject> desired(ObjectKey key) {
        return Optional.ofNullable(applied.get(key)).map(Applied::desired);
    }

    /** An object is as desired. */
    void remember(KubernetesObject desired, KubernetesObject answer) {
        applied.put(ObjectKey.of(desired), new Applied(desired, answer));
    }

    /** Forgets all other objects: they are not desired any more. */
    void retain(Collection<ObjectKey> objects) {
        applied.keySet().retainAll(objects);
    }
}
