// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.status.ConditionType.DEGRADED;
import static io.ccmoperator.status.ConditionType.PROGRESSING;

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

    /** Of a program that elects no leader, the time and its ends decide, and those change the status. */
    private static final Duration NEXT_LOOK_WITHOUT_LEASE = Duration.ofMinutes(1);

    private static final Duration WITHOUT_END = Duration.ofMinutes(2);

    private static final int TOO_MANY_RESTARTS = 3;
    private static final int TOO_MANY_LEADERS = 2;
    private static final Duration UNAVAILABLE_FOR_LONG = Duration.ofMinutes(2);

    private final ClusterAccess cluster;
    private final ClusterOperatorStatusWriter status;
    private final Consumer<Duration> requeue;
    private final Map<ObjectKey, Look> looks = new HashMap<>();

    /** The configuration whose rollout was last seen to be complete. */
    private final Map<ObjectKey, PodMarks> rolledOut = new HashMap<>();

    /** What is known of a workload. */
    private static final class Look {
        private final RestartHistory restarts = new RestartHistory();
        private final LeaderEnds leaders = new LeaderEnds();
        private final Proof proof = new Proof();

        /** What Pods of the proven configuration say of their ends, and when that was seen last. */
        private final Map<String, Instant> usualEnds = new HashMap<>();

        private final OnChange<String> logUnreadable;
        private final OnChange<String> logLeaseUnreadable;
        private final Warnings warnings;
        private Instant listed = Instant.MIN;

        /** All that it has; empty while they cannot be read. */
        private Optional<List<KubernetesObject>> pods = Optional.empty();

        private Optional<Instant> unavailableSince = Optional.empty();

        /** Whether it failed at the last look: until it does not, looking continues even while its status is as it should be. */
        private boolean failing;

        /** Whether its Pods are being replaced: they are until those that were have run for some time without an end. */
        private boolean rolling;

        private boolean available;

        /** When the Lease was last renewed, if no Pod leads. */
        private Optional<Instant> withoutLeader = Optional.empty();

        private Optional<LeaderLease> lease = Optional.empty();
        private Optional<PodMarks> marks = Optional.empty();

        private Optional<ConfigurationTrial.End> end = Optional.empty();

        private Look(ObjectKey workload, Warnings warnings, boolean failing, boolean rolling) {
            this.logUnreadable = OnChange.ofFault(cause -> LOG.warn(workload, "Pods: " + cause));
            this.logLeaseUnreadable = OnChange.ofFault(cause -> LOG.warn(workload, "its Lease: " + cause));
            this.warnings = warnings;
            this.failing = failing;
            this.rolling = rolling;
        }

        /** What is known of ends is of one configuration. */
        private void begin(PodMarks now) {
            if (!marks.equals(Optional.of(now))) {
                marks = Optional.of(now);
                end = Optional.empty();
                leaders.forget();
            }
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

    /**
     * The rollout of each workload that is as desired, and whether it works.
     *
     * @param tried the identity of the configuration of a workload that has another one to go back to
     */
    Map<ObjectKey, Rollout> judge(ApplyResult applied, Map<ObjectKey, String> tried) {
        Map<ObjectKey, Rollout> rollouts = new LinkedHashMap<>();
        Instant now = cluster.clock().instant();
        applied.live().stream().filter(KubernetesObject::isWorkload).forEach(workload -> {
            ObjectKey key = ObjectKey.of(workload);
            rollouts.put(key, judge(workload, Optional.ofNullable(tried.get(key)), now));
        });
        cluster.metrics().rollouts(Rollout.states(rollouts.values()));
        return rollouts;
    }

    /** What was seen of the configuration that a workload has; its next template may be written by that, so its rollout is looked at as it is now. */
    ConfigurationTrial trial(KubernetesObject live) {
        PodMarks marks = PodMarks.ofTemplate(live);
        ObjectKey key = ObjectKey.of(live);
        Rollout rollout = Rollout.of(live);
        if (rollout instanceof Rollout.Complete || rollout instanceof Rollout.Interrupted) {
            rolledOut.put(key, marks);
        }
        // A process that does not lead plans, too, and has judged nothing.
        Optional<Look> look = Optional.ofNullable(looks.get(key));
        return new ConfigurationTrial(
                look.filter(known -> known.proof.isProven(marks)).isPresent(),
                marks.equals(rolledOut.get(key)),
                look.filter(known -> known.marks.equals(Optional.of(marks))).flatMap(known -> known.end));
    }

    /** That no Pod leads, for each of these workloads of which that is known. */
    List<String> withoutLeader(Set<ObjectKey> workloads) {
        return looks.entrySet().stream()
                .filter(look -> workloads.contains(look.getKey()))
                .flatMap(look -> look.getValue().withoutLeader.stream()
                        .map(since -> "no Pod of " + look.getKey() + " leads: its Lease was last renewed at " + since
                                + ", and another one acquires it when it has expired"))
                .toList();
    }

    private Rollout judge(KubernetesObject workload, Optional<String> identity, Instant now) {
        ObjectKey key = ObjectKey.of(workload);
        PodMarks marks = PodMarks.ofTemplate(workload);
        Look look = looks.computeIfAbsent(key, this::firstLook);
        look.begin(marks);
        Rollout rollout = Rollout.of(workload);
        Replicas replicas = Replicas.of(workload);
        boolean available = replicas.available() >= replicas.desired();
        look.rolling |= rollout instanceof Rollout.InProgress;
        if (!(rollout instanceof Rollout.Complete) || look.available && !available) {
            // The one that has ended may have been the leader.
            look.proof.unsettle();
        }
        look.available = available;
        look.withoutLeader = Optional.empty();
        if (rollout instanceof Rollout.Complete
                && available
                && !look.failing
                && !look.rolling
                && look.proof.isProven(marks)
                && look.proof.leads()) {
            look.unavailableSince = Optional.empty();
            look.warnings.record(key, List.of());
            return rollout;
        }
        // Of a generation that its controller has not seen there is no Pod.
        Optional<WorkloadPods> pods = Rollout.isObserved(workload) ? pods(workload, look, now) : Optional.empty();
        boolean wasProven = look.proof.isProven(marks);
        if (rollout instanceof Rollout.Complete && pods.isPresent()) {
            prove(look, marks, now);
        }
        look.warnings.record(
                key, pods.flatMap(known -> known.failure(now)).stream().toList());
        boolean restarting = pods.filter(known -> look.restarts.restarts(known, now) >= TOO_MANY_RESTARTS)
                .isPresent();
        boolean leadersEnd = look.leaders.count(having(marks, look), look.lease, now) >= TOO_MANY_LEADERS;
        if (replicas.available() == 0 && replicas.desired() > 0) {
            look.unavailableSince = Optional.of(earliest(look.unavailableSince, pods, now));
        } else if (!restarting) {
            look.unavailableSince = Optional.empty();
        }
        boolean unavailable = look.unavailableSince
                .filter(since -> !now.isBefore(since.plus(UNAVAILABLE_FOR_LONG)))
                .isPresent();
        Rollout judged = leadersEnd
                ? new Rollout.Failing(
                        "no replica of " + key + " has been available as the leader: each has ended within "
                                + Proof.LEADS_FOR.toSeconds() + " seconds of acquiring the Lease"
                                + pods.map(known -> ": " + known.state(now)).orElse(""),
                        true,
                        pods.map(known -> known.state(now)))
                : judged(workload, rollout, restarting, unavailable, pods, now);
        judged = unlessEnded(judged, available, look, workload, pods, now);
        look.failing = judged instanceof Rollout.Failing;
        remember(look, judged, identity, pods, now);
        if (look.proof.isProven(marks) != wasProven) {
            // What was to go back to is not needed any more.
            requeue.accept(Duration.ZERO);
        } else if (!look.failing) {
            boolean isLeft = judged instanceof Rollout.Complete && look.lease.isEmpty();
            requeue.accept(isLeft ? NEXT_LOOK_WITHOUT_LEASE : NEXT_LOOK);
        }
        return judged;
    }

    /** Takes in who leads, once no Pod of another configuration can. */
    private static void prove(Look look, PodMarks marks, Instant now) {
        boolean alone = WorkloadPods.unfinished(look.pods.orElse(List.of())).stream()
                .allMatch(pod -> PodMarks.ofPod(pod).equals(marks));
        if (alone) {
            look.proof.observe(marks, look.lease, now);
            look.withoutLeader = look.proof.withoutLeaderSince(now);
        } else {
            look.proof.unsettle();
        }
    }

    /** A rollout that its controller calls complete is so when its Pods have run for some time; later ends, such as those of a restart of a node, are none of it. */
    private static Rollout unlessEnded(
            Rollout judged,
            boolean available,
            Look look,
            KubernetesObject workload,
            Optional<WorkloadPods> pods,
            Instant now) {
        if (!look.rolling || !(judged instanceof Rollout.Complete)) {
            return judged;
        }
        boolean isOver = available
                && pods.filter(known -> known.endedSince(now.minus(WITHOUT_END)))
                        .isEmpty();
        look.rolling = !isOver;
        return isOver ? judged : new Rollout.InProgress(workload.display(), pods.flatMap(known -> known.failure(now)));
    }

    /** Keeps that Pods end, unless those of the configuration that works end by the same cause. */
    private void remember(
            Look look, Rollout judged, Optional<String> identity, Optional<WorkloadPods> pods, Instant now) {
        look.pods.orElse(List.of()).stream()
                .filter(pod -> isUsual(pod, look))
                .forEach(pod -> PodWords.ends(pod, now).forEach(end -> look.usualEnds.put(end, now)));
        look.usualEnds.values().removeIf(now.minus(RestartHistory.WINDOW)::isAfter);
        if (!(judged instanceof Rollout.Failing failing)
                || look.end.map(ConfigurationTrial.End::identity).equals(identity)
                || pods.stream()
                        .flatMap(known -> known.pods().stream())
                        .flatMap(pod -> PodWords.ends(pod, now).stream())
                        .anyMatch(look.usualEnds::containsKey)) {
            return;
        }
        look.end = identity.flatMap(of -> failing.end().map(words -> new ConfigurationTrial.End(of, now, words)));
        if (look.end.isPresent()) {
            requeue.accept(Duration.ZERO);
        }
    }

    private static boolean isUsual(KubernetesObject pod, Look look) {
        PodMarks of = PodMarks.ofPod(pod);
        return look.proof.proven().map(of::equals).orElse(!look.marks.equals(Optional.of(of)));
    }

    private static List<KubernetesObject> having(PodMarks marks, Look look) {
        return look.pods.orElse(List.of()).stream()
                .filter(pod -> PodMarks.ofPod(pod).equals(marks))
                .toList();
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
                status.shown(DEGRADED).filter(Condition::isTrue).isPresent(),
                status.shown(PROGRESSING).filter(Condition::isTrue).isPresent());
    }

    /** The Pods; empty while they cannot be read. */
    private Optional<WorkloadPods> pods(KubernetesObject workload, Look look, Instant now) {
        if (!now.isBefore(look.listed.plus(BETWEEN_LISTS))) {
            look.listed = now;
            look.pods = list(workload, look);
            look.lease = LeaderLease.key(workload).flatMap(lease -> lease(lease, look));
        }
        return look.pods.map(pods -> WorkloadPods.of(workload, pods));
    }

    private Optional<List<KubernetesObject>> list(KubernetesObject workload, Look look) {
        try {
            List<KubernetesObject> pods = owned(ResourceKind.POD, workload, owners(workload));
            look.logUnreadable.accept("");
            return Optional.of(SecretValues.of(workload, cluster::known).masked(pods));
        } catch (ApiException e) {
            // What the status of the workload says holds nevertheless.
            look.logUnreadable.accept(e.withRemedy());
            return Optional.empty();
        }
    }

    /** Empty where none is there, and while it cannot be read: what the rollout says counts then. */
    private Optional<LeaderLease> lease(ObjectKey key, Look look) {
        try {
            Optional<LeaderLease> lease = cluster.server().get(key).flatMap(LeaderLease::of);
            look.logLeaseUnreadable.accept("");
            return lease;
        } catch (ApiException e) {
            look.logLeaseUnreadable.accept(e.withRemedy());
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
