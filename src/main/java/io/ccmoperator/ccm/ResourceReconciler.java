// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.apply.ApplyEngine;
import io.ccmoperator.apply.ApplyResult;
import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.apply.Outcome;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.FailureReason;
import io.ccmoperator.status.ReconcileResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Applies desired resources and reports their rollout. */
final class ResourceReconciler {
    private static final Duration NEXT_LOOK = Duration.ofSeconds(10);

    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private final AppliedObjects applied;
    private final ApplyEngine engine;
    private final Pruning pruning;
    private final ClusterAccess cluster;
    private final WorkloadHealth health;
    private Optional<Map<ObjectKey, String>> states = Optional.empty();

    /** @param applied decides what the engine may write */
    ResourceReconciler(
            AppliedObjects applied, ApplyEngine engine, Pruning pruning, ClusterAccess cluster, WorkloadHealth health) {
        this.applied = applied;
        this.engine = engine;
        this.pruning = pruning;
        this.cluster = cluster;
        this.health = health;
    }

    /**
     * Applies the desired objects, removes what was applied earlier and is not among them, and looks at the rollouts.
     *
     * @param tried the identity of the configuration of a workload that has another one to go back to
     * @param areAll whether these are all: others stay as they are if not
     */
    ReconcileResult deploy(List<KubernetesObject> desired, Map<ObjectKey, String> tried, boolean areAll) {
        List<ObjectKey> keys = desired.stream().map(ObjectKey::of).toList();
        // Of a workload whose new configuration could not be written the Pods would not start.
        ApplyResult result = engine.apply(desired, ConfigReferences::of);
        Map<ObjectKey, Rollout> rollouts = health.judge(result, tried);
        List<ObjectKey> earlier = applied.earlier();
        List<ObjectKey> candidates = Pruning.candidates(earlier, applied.former(), desired);
        Pruning.Result pruned = areAll ? prune(candidates, result) : Pruning.Result.kept(candidates);
        Map<ObjectKey, String> now = result.states(desired);
        rollouts.forEach((key, rollout) -> now.put(key, rollout.word()));
        if (areAll) {
            pruned.remaining().forEach(key -> now.put(key, "Removing"));
        } else {
            states.ifPresent(known -> known.forEach(now::putIfAbsent));
        }
        states = Optional.of(Ordered.copy(now));
        applied.remember(keys, result, pruned.remaining());
        List<String> failures = Stream.of(result.failure(), pruned.failure())
                .flatMap(Optional::stream)
                .toList();
        return failures.isEmpty()
                ? Rollout.result(rollouts.values(), result)
                        .withWarnings(Stream.of(result.warnings(), health.withoutLeader(rollouts.keySet()))
                                .flatMap(List::stream)
                                .toList())
                : failure(
                        String.join("; ", failures),
                        result.isForbidden() || pruned.forbidden(),
                        workloads(desired, result),
                        earlier);
    }

    private static Map<ObjectKey, Outcome> workloads(List<KubernetesObject> desired, ApplyResult result) {
        Map<ObjectKey, Outcome> workloads = new LinkedHashMap<>();
        for (int i = 0; i < desired.size(); i++) {
            if (desired.get(i).isWorkload()) {
                workloads.put(ObjectKey.of(desired.get(i)), result.outcomes().get(i));
            }
        }
        return workloads;
    }

    /** A workload that existed and may not be created again is reported at once: nothing runs in its place. */
    private static ReconcileResult failure(
            String cause, boolean isForbidden, Map<ObjectKey, Outcome> workloads, List<ObjectKey> earlier) {
        boolean isDeleted = workloads.entrySet().stream()
                .anyMatch(workload -> workload.getValue().isRefusedCreation() && earlier.contains(workload.getKey()));
        return new ReconcileResult.Degraded(
                cause,
                isDeleted ? ReconcileResult.Kind.LASTING : ReconcileResult.Kind.TRANSIENT,
                isForbidden ? FailureReason.FORBIDDEN : FailureReason.SYNCING_FAILED,
                workloads.values().stream().anyMatch(Outcome::isMissing),
                Optional.empty());
    }

    /** Configurations stay while objects could not be written, and while Pods mount them, whose end is no event here. */
    private Pruning.Result prune(List<ObjectKey> candidates, ApplyResult result) {
        Pruning.Result pruned = pruning.prune(
                candidates,
                key -> AppliedObjects.isConfiguration(key) && (result.failure().isPresent() || isMounted(key)));
        if (pruned.remaining().stream().anyMatch(AppliedObjects::isConfiguration)) {
            engine.requeueAfter(NEXT_LOOK);
        }
        return pruned;
    }

    /** Whether a Pod that has not ended mounts a configuration. */
    private boolean isMounted(ObjectKey key) {
        return !cluster.lists()
                .list(
                        ResourceKind.POD,
                        key.namespace(),
                        "",
                        pod -> Optional.of(pod).filter(candidate -> mounts(candidate, key)))
                .isEmpty();
    }

    /** The items of a list have no kind. */
    private static boolean mounts(KubernetesObject pod, ObjectKey copy) {
        return !ENDED.contains(pod.fields().string("status", "phase"))
                && ConfigReferences.mounts(pod.fields().map("spec")).stream()
                        .anyMatch(mount ->
                                mount.kind() == copy.kind() && copy.name().equals(mount.name()));
    }

    /** All that was applied is deleted. */
    void forget() {
        applied.forget();
        states = Optional.of(Map.of());
    }

    /** The state of each applied object after the last time, in one word; empty while that is not known. */
    Optional<Map<ObjectKey, String>> states() {
        return states;
    }
}
