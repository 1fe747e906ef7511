/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.apply;

import java.time.Duration;
import java.time.Instant;
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
    private final Map<K, Settled> settled = new HashMap<>();

    /** The desired state by a hash: the objects themselves may be large, and a rare collision costs one wrong count. */
    private record Settled(int desired, Contention corrections) {}

    /**
     * An object is as desired.
     *
     * @param desired what it was compared with; equal ones ask for the same
     * @param written whether it had to be written
     * @return whether that was a correction
     */
    boolean settle(K object, Object desired, boolean written, Instant now) {
        Settled before = settled.get(object);
        boolean corrected = written && before != null && before.desired == desired.hashCode();
        Contention corrections = before == null ? Contention.NONE : before.corrections;
        settled.put(object, new Settled(desired.hashCode(), corrected ? corrections.add(now) : corrections));
        return corrected;
    }

    /** How long a correction of the object has to wait; zero for another desired state than before. */
    Duration delay(K object, Object desired, Instant now) {
        Settled before = settled.get(object);
        return before == null || before.desired != desired.hashCode() ? Duration.ZERO : before.corrections.delay(now);
    }

    /** Whether another client keeps overwriting the object. */
    boolean isContested(K object, Instant now) {
        Settled before = settled.get(object);
        return before != null && before.corrections.isContested(now);
    }

    /** Forgets all other objects: they are not desired any more. */
    void retain(Collection<K> objects) {
        settled.keySet().retainAll(objects);
    }
}
