// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.status.ConditionType.DEGRADED;

import io.ccmoperator.apply.ApplyResult;
import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLog;
import io.ccmoperator.cluster.OnChange;
import io.ccmoperator.events.EventReason;
import io.ccmoperator.events.Warnings;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Judges workloads by more than their own status, in which a program that ends repeatedly may look like one that works: while a
 * workload is not complete or not available, its Pods are listed. What decides is in the objects, so that another process comes to
 * the same result; what this one has seen before only makes it certain earlier. Used by one thread.
 */
final class WorkloadHealth {
    private static final ObjectLog LOG = ObjectLog.of(WorkloadHealth.class);

    private static final Duration BETWEEN_LISTS = Duration.ofSeconds(5);

    /** Restarts of a container that is never ready change nothing in the status of its workload. */
    private static final Duration NEXT_LOOK = Duration.ofSeconds(10);

    private static final int TOO_MANY_RESTARTS = 3;
    private static final Duration UNAVAILABLE_FOR_LONG = Duration.ofMinutes(2);

    private final ClusterAccess cluster;
    private final ClusterOperatorStatusWriter status;
    private final Consumer<Duration> requeue;
    private final Map<ObjectKey, Look> looks = new HashMap<>();

    /** What is known of a workload. */
    private static final class Look {
        private final RestartHistory restarts = new RestartHistory();
        private final OnChange<Optional<String>> logUnreadable;
        private final Warnings warnings;
        private Instant listed = Instant.MIN;

        /** All that it has; empty while they cannot be read. */
        private Optional<List<KubernetesObject>> selected = Optional.empty();

        private Optional<Instant> unavailableSince = Optional.empty();

        /** Whether it failed at the last look: until it does not, looking continues even while its status is as it should be. */
        private boolean failing;

        private Look(ObjectKey workload, Warnings warnings, boolean failing) {
            this.logUnreadable = new OnChange<>(
                    Optional.empty(), cause -> cause.ifPresent(line -> LOG.warn(workload, "Pods: " + line)));
            this.warnings = warnings;
            this.failing = failing;
        }
    }

    /**
     * @param status what was reported before, by an earlier process too
     * @param requeue triggers a reconcile of the controller after that time
     */
    WorkloadHealth(ClusterAccess cluster, ClusterOperatorStatusWriter status, Consumer<Duration> requeue) {
        this.cluster = cluster;
        this.status = status;
        this.requeue = requeue;
    }

    /** The rollout of each workload that is as desired, and whether it works. */
    Map<ObjectKey, Rollout> judge(ApplyResult applied) {
        Map<ObjectKey, Rollout> rollouts = new LinkedHashMap<>();
        Instant now = cluster.clock().instant();
        applied.live().stream()
                .filter(KubernetesObject::isWorkload)
                .forEach(workload -> rollouts.put(ObjectKey.of(workload), judge(workload, now)));
        cluster.metrics().rollouts(Rollout.states(rollouts.values()));
        return rollouts;
    }

    private Rollout judge(KubernetesObject workload, Instant now) {
        ObjectKey key = ObjectKey.of(workload);
        Look look = looks.computeIfAbsent(key, this::firstLook);
        Rollout rollout = Rollout.of(workload);
        Replicas replicas = Replicas.of(workload);
        if (rollout instanceof Rollout.Complete && replicas.available() >= replicas.desired() && !look.failing) {
            look.unavailableSince = Optional.empty();
            look.warnings.record(key, List.of());
            return rollout;
        }
        // Of a generation that its controller has not seen there is no Pod.
        Optional<WorkloadPods> pods = Rollout.isObserved(workload) ? pods(workload, look, now) : Optional.empty();
        look.warnings.record(
                key, pods.flatMap(known -> known.failure(now)).stream().toList());
        boolean restarting = pods.filter(known -> look.restarts.restarts(known, now) >= TOO_MANY_RESTARTS)
                .isPresent();
        if (replicas.available() == 0 && replicas.desired() > 0) {
            look.unavailableSince = Optional.of(earliest(look.unavailableSince, pods, now));
        } else if (!restarting) {
            look.unavailableSince = Optional.empty();
        }
        boolean unavailable = look.unavailableSince
                .filter(since -> !now.isBefore(since.plus(UNAVAILABLE_FOR_LONG)))
                .isPresent();
        Rollout judged = judged(workload, rollout, restarting, unavailable, pods, now);
        look.failing = judged instanceof Rollout.Failing;
        if (!look.failing) {
            requeue.accept(NEXT_LOOK);
        }
        return judged;
    }

    private static Rollout judged(
            KubernetesObject workload,
            Rollout rollout,
            boolean restarting,
            boolean unavailable,
            Optional<WorkloadPods> pods,
            Instant now) {
        String state = pods.map(known -> ": " + known.state(now)).orElse("");
        Optional<String> end =
                pods.filter(known -> restarting && known.mayEndByTemplate()).map(known -> known.state(now));
        if (unavailable && (restarting || rollout instanceof Rollout.Interrupted)) {
            return new Rollout.Failing(
                    "no replica of " + workload.display() + " has been available for "
                            + UNAVAILABLE_FOR_LONG.toMinutes() + " minutes" + state,
                    true,
                    end);
        } else if (restarting) {
            return new Rollout.Failing(
                    "Pods of " + workload.display() + " restarted " + TOO_MANY_RESTARTS + " times or more within "
                            + RestartHistory.WINDOW.toMinutes() + " minutes" + state,
                    false,
                    end);
        } else if (rollout instanceof Rollout.Stalled stalled) {
            return new Rollout.Stalled(stalled.message() + state, unavailable);
        }
        return rollout instanceof Rollout.InProgress progress
                ? new Rollout.InProgress(progress.what(), pods.flatMap(known -> known.failure(now)))
                : rollout;
    }

    /** A process that follows another one may meet a program that has been started for an instant again, and looks as if it worked. */
    private Look firstLook(ObjectKey workload) {
        return new Look(
                workload,
                cluster.warnings(EventReason.POD_FAILED),
                status.shown(DEGRADED).filter(Condition::isTrue).isPresent());
    }

    /** The Pods; empty while they cannot be read. */
    private Optional<WorkloadPods> pods(KubernetesObject workload, Look look, Instant now) {
        if (!now.isBefore(look.listed.plus(BETWEEN_LISTS))) {
            look.listed = now;
            look.selected = list(workload, look);
        }
        return look.selected.map(selected -> WorkloadPods.of(workload, selected));
    }

    private Optional<List<KubernetesObject>> list(KubernetesObject workload, Look look) {
        try {
            List<KubernetesObject> pods = owned(ResourceKind.POD, workload, owners(workload));
            look.logUnreadable.accept(Optional.empty());
            return Optional.of(pods);
        } catch (ApiException e) {
            // What the status of the workload says holds nevertheless.
            look.logUnreadable.accept(Optional.of(e.withRemedy()));
            return Optional.empty();
        }
    }

    /** The uids of the objects that make its Pods. */
    private Set<String> owners(KubernetesObject workload) {
        Set<String> own = Set.of(uid(workload));
        return workload.kind().equals("DaemonSet")
                ? own
                : owned(ResourceKind.REPLICA_SET, workload, own).stream()
                        .map(WorkloadHealth::uid)
                        .collect(Collectors.toSet());
    }

    private List<KubernetesObject> owned(ResourceKind kind, KubernetesObject workload, Set<String> owners) {
        return cluster.lists()
                .list(
                        kind,
                        workload.namespace(),
                        "labelSelector=" + WorkloadPods.selector(workload),
                        object -> Optional.of(object)
                                .filter(each -> WorkloadPods.isControlledBy(owners, each))
                                .map(WorkloadPods::shortened));
    }

    private static String uid(KubernetesObject object) {
        return object.fields().string("metadata", "uid");
    }

    private static Instant earliest(Optional<Instant> known, Optional<WorkloadPods> pods, Instant now) {
        Instant before = known.orElse(now);
        return pods.flatMap(WorkloadPods::unavailableSince)
                .filter(before::isAfter)
                .orElse(before);
    }
}
