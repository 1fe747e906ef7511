/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.apply;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Distinguishes the correction of drift from a change of the desired state: an object had been as desired, is desired to be the same
 * now, and had to be written all the same. What happened before the process began is not known to it. Used by one thread.
 *
 * @param <K> what names an object
 */
final class DriftMemory<K> {
    /** What was desired, by a hash: the objects themselves may be large, and a rare collision costs one wrong count. */
    private final Map<K, Integer> settled = new HashMap<>();

    /**
     * An object is as desired.
     *
     * @param desired what it was compared with; equal ones ask for the same
     * @param written whether it had to be written
     * @return whether that was a correction
     */
    boolean settle(K object, Object desired, boolean written) {
        Integer before = settled.put(object, desired.hashCode());
        return written && before != null && before == desired.hashCode();
    }

    /** Forgets all other objects: they are not desired any more. */
    void retain(Collection<K> objects) {
        settled.keySet().retainAll(objects);
    }
}
