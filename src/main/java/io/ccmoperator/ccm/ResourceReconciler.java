/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.DynamicWatches;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.metrics.DriftMemory;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.ReconcileResult;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Applies desired resources and reports their rollout. */
final class ResourceReconciler {
    private final ObjectCache objects;
    private final ClusterOperatorStatusWriter status;
    private final Applier applier;
    private final Pruning pruning;
    private final ConfigHashes hashes;
    private final ApplyRecorder recorder;
    private final OperatorMetrics metrics;
    private final DriftMemory<ObjectKey> drift = new DriftMemory<>();
    private final DynamicWatches watches;
    private final Runnable trigger;
    /** What this process has applied and not removed since. */
    private final Set<ObjectKey> applied = new LinkedHashSet<>();
    /** Of pruning, until a reconcile has no more to do: only then does its result have warnings. */
    private final Set<String> warnings = new LinkedHashSet<>();

    /** @param trigger triggers a reconcile of the controller; the watches of the applied objects call it */
    ResourceReconciler(
            ObjectCache objects,
            ClusterOperatorStatusWriter status,
            Applier applier,
            Pruning pruning,
            ConfigHashes hashes,
            ApplyRecorder recorder,
            OperatorMetrics metrics,
            Runnable trigger) {
        this.objects = objects;
        this.status = status;
        this.applier = applier;
        this.pruning = pruning;
        this.hashes = hashes;
        this.recorder = recorder;
        this.metrics = metrics;
        this.watches = new DynamicWatches(objects, trigger);
        this.trigger = trigger;
    }

    /** Applies all of it, removes what was applied earlier and is not among it, and looks at the rollouts. */
    ReconcileResult deploy(List<KubernetesObject> desired) throws InterruptedException {
        Set<ObjectKey> watched = keys(desired);
        watched.addAll(ConfigHashes.references(desired));
        Optional<String> unknown = watches.replaceWith(watched);
        if (unknown.isPresent()) {
            return ReconcileResult.transientFailure(unknown.get());
        }
        List<ObjectKey> earlier = new ArrayList<>(applied);
        earlier.addAll(status.related());
        List<KubernetesObject> annotated = hashes.annotate(desired);
        ApplyResult result =
                applier.applyAll(annotated, key -> objects.state(key).object());
        result.live().forEach(live -> objects.recordWrite(live, trigger));
        measure(annotated, result);
        Pruning.Result pruned = pruning.prune(Pruning.candidates(earlier, desired));
        warnings.addAll(pruned.warnings());
        remember(keys(desired), pruned.remaining());
        recorder.endOfRound();
        Optional<String> failure = Failures.join(result.failure(), pruned.failure());
        return failure.<ReconcileResult>map(ReconcileResult::transientFailure)
                .orElseGet(() -> withWarnings(Rollouts.result(result)));
    }

    private ReconcileResult withWarnings(ReconcileResult result) {
        if (!(result instanceof ReconcileResult.Converged)) {
            return result;
        }
        List<String> unreported = List.copyOf(warnings);
        warnings.clear();
        return new ReconcileResult.Converged(unreported);
    }

    private void measure(List<KubernetesObject> desired, ApplyResult result) {
        metrics.rollouts(Rollouts.states(result));
        drift.retain(keys(desired));
        for (int i = 0; i < desired.size(); i++) {
            Outcome outcome = result.outcomes().get(i);
            ObjectKey key = ObjectKey.of(desired.get(i));
            boolean isAsDesired = !(outcome instanceof Outcome.Failed);
            if (isAsDesired) {
                boolean written = outcome instanceof Outcome.Written;
                metrics.settled(key.kind().kind(), drift.settle(key, desired.get(i), written));
            }
        }
    }

    /** What could not be removed stays related, so that it is tried again, by another process, too. */
    private void remember(Set<ObjectKey> desired, List<ObjectKey> remaining) {
        applied.clear();
        applied.addAll(desired);
        applied.addAll(remaining);
        status.relate(applied);
    }

    private static Set<ObjectKey> keys(List<KubernetesObject> desired) {
        Set<ObjectKey> keys = new LinkedHashSet<>();
        desired.forEach(object -> keys.add(ObjectKey.of(object)));
        return keys;
    }
}
