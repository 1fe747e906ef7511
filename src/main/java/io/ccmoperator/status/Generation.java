// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import java.util.Optional;

/**
 * The state of the spec of a CloudControllerManager.
 *
 * @param uid the object's: one that is created again begins to count at 1; "" if there is none
 * @param number metadata.generation; 0 if no state is meant
 */
record Generation(String uid, long number) {
    /** Of no object. */
    static final Generation NONE = new Generation("", 0);

    /** The present one of an object; NONE without one. */
    static Generation of(Optional<KubernetesObject> manager) {
        return manager.map(Generation::of).orElse(NONE);
    }

    private static Generation of(KubernetesObject manager) {
        return new Generation(
                manager.fields().string("metadata", "uid"),
                manager.fields().number("metadata", "generation").orElse(0L));
    }

    /** Whether this is a generation of the object, present or past. */
    boolean isOf(KubernetesObject manager) {
        return !uid.isEmpty() && uid.equals(manager.fields().string("metadata", "uid"));
    }

    /** The older one of two. One of another object counts as before the first. */
    Generation atMost(Generation other) {
        return new Generation(uid, uid.equals(other.uid) ? Math.min(number, other.number) : 0);
    }
}
