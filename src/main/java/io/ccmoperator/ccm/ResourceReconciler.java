// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.apply.ApplyEngine;
import io.ccmoperator.apply.ApplyResult;
import io.ccmoperator.apply.Outcome;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.client.DynamicWatches;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.LastResult;
import io.ccmoperator.status.ReconcileResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Applies desired resources and reports their rollout. */
final class ResourceReconciler {
    private final DynamicWatches watches;
    private final AppliedObjects applied;
    private final ApplyEngine engine;
    private final Pruning pruning;
    private final ConfigHashes hashes;
    private final WorkloadHealth health;
    private final Function<List<KubernetesObject>, Plan> plans = new LastResult<>(Plan::of);
    private Optional<Map<ObjectKey, String>> states = Optional.empty();
    /** Of pruning, until a reconcile has no more to do: only then does its result have warnings. */
    private final Set<String> warnings = new LinkedHashSet<>();

    /**
     * @param watches those of the applied objects and of what workloads refer to
     * @param applied decides what the engine may write
     */
    ResourceReconciler(
            DynamicWatches watches,
            AppliedObjects applied,
            ApplyEngine engine,
            Pruning pruning,
            ConfigHashes hashes,
            WorkloadHealth health) {
        this.watches = watches;
        this.applied = applied;
        this.engine = engine;
        this.pruning = pruning;
        this.hashes = hashes;
        this.health = health;
    }

    /**
     * Applies the desired objects, removes what was applied earlier and is not among them, and looks at the rollouts.
     *
     * @param credentials whether workloads restart when the Secret with credentials changes
     * @param missing configuration that a failure names already, and for which no running Pod is replaced
     */
    ReconcileResult deploy(List<KubernetesObject> desired, CredentialsUse credentials, Set<ObjectKey> missing)
            throws InterruptedException {
        Plan plan = plans.apply(desired);
        Optional<String> unknown = watches.replaceWith(plan.watched);
        if (unknown.isPresent()) {
            return ReconcileResult.transientFailure(unknown.get());
        }
        Optional<ObjectKey> awaited = hashes.awaited(desired);
        if (awaited.isPresent()) {
            return new ReconcileResult.Waiting(awaited.get().toString());
        }
        List<ObjectKey> earlier = applied.earlier();
        ApplyResult result = engine.apply(hashes.annotate(desired, credentials, missing));
        Map<ObjectKey, Rollout> rollouts = health.judge(result);
        Pruning.Result pruned = pruning.prune(Pruning.candidates(earlier, desired));
        Map<ObjectKey, String> now = new LinkedHashMap<>();
        for (int i = 0; i < plan.keys.size(); i++) {
            ObjectKey key = plan.keys.get(i);
            now.put(key, word(result.outcomes().get(i), Optional.ofNullable(rollouts.get(key))));
        }
        pruned.remaining().forEach(key -> now.put(key, "Removing"));
        states = Optional.of(Ordered.copy(now));
        warnings.addAll(pruned.warnings());
        applied.remember(plan.keys, result, pruned.remaining());
        List<String> failures = Stream.of(result.failure(), pruned.failure())
                .flatMap(Optional::stream)
                .toList();
        return failures.isEmpty()
                ? withWarnings(Rollout.result(rollouts.values(), result), result.warnings())
                : ReconcileResult.transientFailure(String.join("; ", failures));
    }

    /** The state of an object in one word: Missing or Applied, or the state of the rollout. */
    private static String word(Outcome outcome, Optional<Rollout> rollout) {
        return outcome.newest().isEmpty()
                ? "Missing"
                : rollout.map(Rollout::word).orElse("Applied");
    }

    /** All that was applied is deleted. */
    void forget() throws InterruptedException {
        watches.replaceWith(Set.of());
        applied.forget();
        states = Optional.of(Map.of());
    }

    /** The state of each applied object after the last time, in one word; empty while that is not known. */
    Optional<Map<ObjectKey, String>> states() {
        return states;
    }

    private ReconcileResult withWarnings(ReconcileResult result, List<String> contested) {
        if (!(result instanceof ReconcileResult.Converged)) {
            return result;
        }
        List<String> all = new ArrayList<>(warnings);
        all.addAll(contested);
        warnings.clear();
        return new ReconcileResult.Converged(all);
    }

    /**
     * What follows from the desired objects alone.
     *
     * @param keys of the objects, in their order
     * @param watched those, and what their workloads refer to
     */
    private record Plan(List<ObjectKey> keys, Set<ObjectKey> watched) {
        static Plan of(List<KubernetesObject> desired) {
            List<ObjectKey> keys = desired.stream().map(ObjectKey::of).toList();
            Set<ObjectKey> watched = new LinkedHashSet<>(keys);
            watched.addAll(ConfigHashes.references(desired));
            return new Plan(keys, watched);
        }
    }
}
