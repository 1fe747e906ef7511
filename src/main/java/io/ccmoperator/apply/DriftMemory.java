// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Distinguishes the correction of drift from a change of the desired state: an object had been as desired, is desired to be the same
 * now, and had to be written all the same. Counts both, since neither may go on without end. What happened before the process began is not known to it. Used by one thread.
 *
 * @param <K> what names an object
 */
final class DriftMemory<K> {
    private final Map<K, Settled> settled = new HashMap<>();

    /**
     * What is known of an object.
     *
     * @param unchanged of the live object that was as desired without a write; empty after a write, which is not compared
     * @param corrections writes of what had been as desired
     * @param changes writes of another desired state than before
     */
    private record Settled(Object desired, Optional<?> unchanged, Contention corrections, Contention changes) {}

    /**
     * Whether an object is known to be as desired, so that there is nothing to compare.
     *
     * @param live what drift depends on of the object as it is now
     */
    boolean isSettled(K object, Object desired, Optional<?> live) {
        Settled before = settled.get(object);
        return live.isPresent() && before != null && before.unchanged.equals(live) && before.desired.equals(desired);
    }

    /**
     * An object is as desired.
     *
     * @param desired what it was compared with; equal ones ask for the same
     * @param unchanged what drift depends on of the live object, if that did not have to be written
     * @return whether that was a correction
     */
    boolean settle(K object, Object desired, Optional<?> unchanged, Instant now) {
        Settled before =
                settled.getOrDefault(object, new Settled(desired, unchanged, Contention.NONE, Contention.NONE));
        boolean written = unchanged.isEmpty() && settled.containsKey(object);
        boolean same = before.desired.equals(desired);
        settled.put(
                object,
                new Settled(
                        desired,
                        unchanged,
                        written && same ? before.corrections.add(now) : before.corrections,
                        written && !same ? before.changes.add(now) : before.changes));
        return written && same;
    }

    /** Whether the desired state is another one than before. */
    boolean isChange(K object, Object desired) {
        Settled before = settled.get(object);
        return before != null && !before.desired.equals(desired);
    }

    /** How long the next correction of the object has to wait. */
    Duration delayOfCorrection(K object, Instant now) {
        Settled before = settled.get(object);
        return before == null ? Duration.ZERO : before.corrections.delay(now);
    }

    /** How long the next change of the object to another desired state has to wait. */
    Duration delayOfChange(K object, Instant now) {
        Settled before = settled.get(object);
        return before == null ? Duration.ZERO : before.changes.delay(now);
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
