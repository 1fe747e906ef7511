// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Keeps the objects of one controller as the controller desires them. An object that is as desired in the cache costs no
 * request. Each write is recorded in the cache, in an event and in the log; corrections of drift are counted, and delayed
 * while another client keeps overwriting the object ({@link Contention}). Used by one thread.
 */
public final class ApplyEngine {
    /** So late may the clock be against the timer after a minute; waits end by the clock. */
    private static final Duration CLOCK_SLEW = Duration.ofMillis(50);

    private final ClusterAccess cluster;
    private final ApplyRecorder recorder;
    private final Applier applier;
    private final DriftMemory memory = new DriftMemory();

    /** Writes of what had been as desired. */
    private final Map<ObjectKey, Contention> corrections = new HashMap<>();

    /** Writes of another desired state than before. */
    private final Map<ObjectKey, Contention> changes = new HashMap<>();

    private final Runnable trigger;
    private CompletableFuture<Void> next = CompletableFuture.completedFuture(null);

    /** When the next trigger comes, by {@link System#nanoTime}. */
    private long due;

    /**
     * @param ownership which objects the controller may write
     * @param trigger the listener of the controller, which is not notified of the engine's own writes
     */
    public ApplyEngine(ClusterAccess cluster, ObjectOwnership ownership, Runnable trigger) {
        this.cluster = cluster;
        this.recorder = new ApplyRecorder(cluster.events());
        this.applier =
                new Applier(cluster.server(), cluster.objects()::state, recorder, ownership, memory, Sleeper.SLEEP);
        this.trigger = trigger;
    }

    /**
     * Applies objects in their order. A failure of one does not stop the others.
     *
     * @param desired all objects that the controller desires now; each should be watched, otherwise it costs a request
     */
    public ApplyResult apply(List<KubernetesObject> desired) {
        return apply(desired, object -> Set.of());
    }

    /**
     * Applies objects in their order. A failure of one stops only those that need it: they stay as they are.
     *
     * @param desired all objects that the controller desires now; each should be watched, otherwise it costs a request
     * @param needed the objects that one refers to; those count that come before it in the order
     */
    public ApplyResult apply(
            List<KubernetesObject> desired, Function<KubernetesObject, ? extends Collection<ObjectKey>> needed) {
        List<ObjectKey> keys = desired.stream().map(ObjectKey::of).toList();
        memory.retain(keys);
        corrections.keySet().retainAll(keys);
        changes.keySet().retainAll(keys);
        List<Outcome> outcomes = new ArrayList<>();
        Set<ObjectKey> failed = new HashSet<>();
        for (int i = 0; i < keys.size(); i++) {
            ObjectKey key = keys.get(i);
            boolean isWithout =
                    !failed.isEmpty() && needed.apply(desired.get(i)).stream().anyMatch(failed::contains);
            Outcome outcome = isWithout
                    ? new Outcome.Postponed(key, cluster.objects().state(key).object(), Optional.empty())
                    : apply(key, desired.get(i));
            if (outcome instanceof Outcome.Failed) {
                failed.add(key);
            }
            outcomes.add(outcome);
        }
        recorder.endOfRound();
        return new ApplyResult(outcomes, contested(keys));
    }

    /**
     * Triggers the controller after this time, a little later by a clock that is being slewed; sooner if something else of the controller is
     * due before. So whoever waits asks again in each reconcile, and for all who wait there is one timer: reconciles never multiply.
     */
    public void requeueAfter(Duration pause) {
        long now = System.nanoTime();
        long then = now + pause.plus(CLOCK_SLEW).toNanos();
        if (next.isDone() || due - now <= 0 || then - due < 0) {
            next.cancel(false);
            due = then;
            next = CompletableFuture.runAsync(
                    trigger, CompletableFuture.delayedExecutor(then - now, TimeUnit.NANOSECONDS));
        }
    }

    private Outcome apply(ObjectKey key, KubernetesObject desired) {
        Optional<KubernetesObject> live;
        try {
            live = live(key);
        } catch (ApiException e) {
            return new Outcome.Failed(key, e.getMessage());
        }
        Optional<KubernetesObject> before = memory.desired(key);
        boolean isChange = before.filter(object -> !object.equals(desired)).isPresent();
        Duration delay = delay(key, desired, live, isChange);
        if (!delay.isZero()) {
            requeueAfter(delay);
            return new Outcome.Postponed(
                    key,
                    live,
                    Optional.of(cluster.clock().instant().plus(delay)).filter(due -> isChange));
        }
        Outcome outcome = applier.apply(desired, live);
        outcome.newest().ifPresent(newest -> {
            cluster.objects().recordWrite(newest, trigger);
            count(key, desired, isChange, before.isPresent() && outcome instanceof Outcome.Written);
        });
        return outcome;
    }

    /**
     * How long the next write waits. Each change of a workload replaces its Pods: while another client keeps overwriting what it depends on, the changes wait, too. A workload that
     * is missing has no Pods.
     */
    private Duration delay(ObjectKey key, KubernetesObject desired, Optional<KubernetesObject> live, boolean isChange) {
        if (isChange && !(desired.isWorkload() && live.isPresent())) {
            return Duration.ZERO;
        }
        Duration delay = contention(isChange, key).delay(cluster.clock().instant());
        return delay.isZero() || applier.isAsDesired(desired, live) ? Duration.ZERO : delay;
    }

    private Contention contention(boolean ofChanges, ObjectKey key) {
        return (ofChanges ? changes : corrections).getOrDefault(key, Contention.NONE);
    }

    /** @param rewritten whether the object had been as desired before, and was written now */
    private void count(ObjectKey key, KubernetesObject desired, boolean isChange, boolean rewritten) {
        Instant now = cluster.clock().instant();
        if (rewritten) {
            (isChange ? changes : corrections)
                    .put(key, contention(isChange, key).add(now));
        }
        boolean corrected = rewritten && !isChange;
        boolean contested = corrected && contention(false, key).isContested(now);
        cluster.metrics().settled(key.kind().kind(), corrected, contested);
        if (contested) {
            recorder.contested(desired, contest(key));
        }
    }

    private List<String> contested(List<ObjectKey> keys) {
        Instant now = cluster.clock().instant();
        return keys.stream()
                .filter(key -> contention(false, key).isContested(now))
                .map(ApplyEngine::contest)
                .toList();
    }

    /** The same for each occurrence, so that its events are one. */
    private static String contest(ObjectKey key) {
        return "%s had to be corrected more than %d times within a minute; another client keeps overwriting it: look for the client in metadata.managedFields and in the audit log, and stop it"
                .formatted(key, Contention.LIMIT);
    }

    private Optional<KubernetesObject> live(ObjectKey key) {
        CacheState state = cluster.objects().state(key);
        return state.isSynced() ? state.object() : cluster.server().get(key);
    }
}
