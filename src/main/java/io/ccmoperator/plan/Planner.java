// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.plan;

import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Makes the plans of a controller while it runs: what a plan reads is watched, from the first time until a plan is complete without it.
 * Used by one thread.
 *
 * @param <D> what else the controller says of its plan
 */
public final class Planner<D> {
    /**
     * How long an object is waited for when it is new: an API server that answers at all does so within this time. One that stays unknown,
     * such as one that the operator may not read, must not delay every plan.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ObjectCache objects;
    private final Clock clock;
    private final Planning<D> planning;
    private final Runnable listener;
    private final PlanMemory memory;
    private final Set<ObjectKey> watched = new LinkedHashSet<>();
    private final Set<ObjectKey> awaited = new HashSet<>();

    /**
     * A function of the snapshot.
     *
     * @param <D> what else the controller says of its plan
     */
    @FunctionalInterface
    public interface Planning<D> {
        /** Makes the plan, whatever cannot be read. It depends on the answers of the snapshot alone: the plan before is the one of equal answers. */
        Plan<D> of(Snapshot snapshot);
    }

    /**
     * @param listener is notified of every change of an object that was read
     * @param again notifies it after this time
     */
    public Planner(
            ObjectCache objects, Clock clock, Planning<D> planning, Runnable listener, Consumer<Duration> again) {
        this.objects = objects;
        this.clock = clock;
        this.planning = planning;
        this.listener = listener;
        this.memory = PlanMemory.of(again);
    }

    /** Plans by the objects as they are now; those that are read for the first time are waited for a moment. */
    public Plan<D> plan() throws InterruptedException {
        while (true) {
            Snapshot snapshot = new Snapshot(objects::state, clock.instant(), memory);
            try {
                Plan<D> plan = snapshot.result("plan", planning, function -> function.of(snapshot));
                if (watch(snapshot)) {
                    if (plan.isComplete()) {
                        endOtherWatches(snapshot.read());
                    }
                    memory.planned(plan.hasAskedForAll());
                    return plan;
                }
            } catch (RuntimeException e) {
                // What has been read is watched all the same: its change is what may help.
                if (watch(snapshot)) {
                    throw e;
                }
            }
        }
    }

    /**
     * Watches all that was read, and waits a moment for what is new.
     *
     * @return whether nothing is new: the plan is not outdated then
     */
    private boolean watch(Snapshot snapshot) throws InterruptedException {
        List<ObjectKey> added = snapshot.read().stream().filter(watched::add).toList();
        for (ObjectKey key : added) {
            objects.watch(key, listener);
        }
        List<ObjectKey> unknown =
                snapshot.unknown().stream().filter(awaited::add).toList();
        objects.awaitSynced(unknown, PATIENCE);
        return added.isEmpty() && unknown.isEmpty();
    }

    private void endOtherWatches(Set<ObjectKey> read) {
        List<ObjectKey> others =
                watched.stream().filter(key -> !read.contains(key)).toList();
        others.forEach(key -> objects.unwatch(key, listener));
        others.forEach(watched::remove);
        others.forEach(awaited::remove);
    }
}
