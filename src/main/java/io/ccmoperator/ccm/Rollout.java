// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.status.FailureReason.WORKLOAD_FAILING;

import io.ccmoperator.apply.ApplyResult;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.metrics.OperatorMetrics.RolloutState;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.ReconcileResult.Kind;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The progress of the rollout of a workload, and whether what was rolled out works. */
public sealed interface Rollout {
    /** All Pods that have to run are of the current generation. */
    record Complete() implements Rollout {}

    /**
     * All Pods that have to run are of the current generation, but none of them is available, which may pass: a node restarts.
     *
     * @param what kind, namespace and name
     */
    record Interrupted(String what) implements Rollout {}

    /**
     * Pods are being replaced, or the controller has not yet seen the current generation.
     *
     * @param what kind, namespace and name
     * @param why what a Pod says of itself that does not start; empty if none says anything
     */
    record InProgress(String what, Optional<String> why) implements Rollout {}

    /**
     * The controller has given up.
     *
     * @param message the cause
     * @param unavailable whether no Pod has been available for so long that it counts
     */
    record Stalled(String message, boolean unavailable) implements Rollout {}

    /**
     * What was rolled out does not work, whatever the controller says.
     *
     * @param message the cause
     * @param unavailable whether no Pod has been available for so long that it counts
     * @param end what a Pod says of itself, if Pods end and their template may be why
     */
    record Failing(String message, boolean unavailable, Optional<String> end) implements Rollout {}

    /**
     * The rollout of a Deployment or DaemonSet as the server has it, without its Pods: never {@link Failing}.
     *
     * @throws IllegalArgumentException if it is neither
     */
    static Rollout of(KubernetesObject workload) {
        Rollout rollout = switch (workload.kind()) {
            case "Deployment" -> ofDeployment(workload);
            case "DaemonSet" -> isObserved(workload) && isComplete(workload) ? new Complete() : progress(workload);
            default -> throw new IllegalArgumentException(workload.display() + " has no rollout");
        };
        return rollout instanceof Complete && Replicas.of(workload).areUnavailable()
                ? new Interrupted(workload.display())
                : rollout;
    }

    /** The result for objects that are all as desired. A workload that does not work is a failure; a running rollout is progress. */
    static ReconcileResult result(Collection<Rollout> rollouts, ApplyResult applied) {
        List<ReconcileResult.Degraded> failures =
                rollouts.stream().flatMap(rollout -> rollout.failure().stream()).toList();
        if (!failures.isEmpty()) {
            return failure(
                    failures.stream().map(ReconcileResult.Degraded::cause).collect(Collectors.joining("; ")),
                    failures.stream().anyMatch(failure -> failure.kind() == Kind.LASTING)
                            ? Kind.LASTING
                            : Kind.TRANSIENT,
                    failures.stream().anyMatch(ReconcileResult.Degraded::unavailable));
        }
        List<String> postponed = applied.postponedChanges();
        if (!postponed.isEmpty()) {
            return new ReconcileResult.Progressing("Changing " + String.join(", ", postponed)
                    + ": it was changed more than ten times within a minute, and each change replaces its Pods");
        }
        List<InProgress> rolling = of(rollouts, InProgress.class).toList();
        if (!rolling.isEmpty()) {
            String why = rolling.stream()
                    .flatMap(rollout -> rollout.why().stream())
                    .map(words -> ": " + words)
                    .collect(Collectors.joining());
            return new ReconcileResult.Progressing(
                    "Rolling out " + rolling.stream().map(InProgress::what).collect(Collectors.joining(", ")) + why);
        }
        if (applied.written()) {
            return new ReconcileResult.Progressing("Applied " + String.join(", ", applied.writtenObjects()));
        }
        String interrupted =
                of(rollouts, Interrupted.class).map(Interrupted::what).collect(Collectors.joining(", "));
        return interrupted.isEmpty()
                ? ReconcileResult.converged()
                : new ReconcileResult.Waiting("an available replica of " + interrupted);
    }

    /** How many workloads there are in each state. */
    static Map<RolloutState, Integer> states(Collection<Rollout> rollouts) {
        Map<RolloutState, Integer> states = new EnumMap<>(RolloutState.class);
        for (RolloutState state : RolloutState.values()) {
            states.put(state, 0);
        }
        rollouts.forEach(rollout -> states.merge(rollout.state(), 1, Integer::sum));
        return states;
    }

    /** The state in one word: Complete, Progressing or Stalled, whatever keeps it from working. */
    default String word() {
        String state = (this instanceof Failing ? RolloutState.STALLED : state()).name();
        return state.charAt(0) + state.substring(1).toLowerCase(Locale.ROOT);
    }

    private RolloutState state() {
        if (this instanceof Stalled) {
            return RolloutState.STALLED;
        } else if (this instanceof Failing) {
            return RolloutState.FAILING;
        }
        return this instanceof InProgress ? RolloutState.PROGRESSING : RolloutState.COMPLETE;
    }

    private Optional<ReconcileResult.Degraded> failure() {
        if (this instanceof Stalled stalled) {
            return Optional.of(failure(stalled.message(), Kind.TRANSIENT, stalled.unavailable()));
        }
        return this instanceof Failing failing
                ? Optional.of(failure(failing.message(), Kind.LASTING, failing.unavailable()))
                : Optional.empty();
    }

    private static ReconcileResult.Degraded failure(String cause, Kind kind, boolean unavailable) {
        return new ReconcileResult.Degraded(cause, kind, WORKLOAD_FAILING, unavailable, Optional.empty());
    }

    private static <T extends Rollout> Stream<T> of(Collection<Rollout> rollouts, Class<T> kind) {
        return rollouts.stream().filter(kind::isInstance).map(kind::cast);
    }

    /** The controller counts with Pods of earlier generations, and with a condition that it has not written yet. */
    private static Rollout ofDeployment(KubernetesObject deployment) {
        if (!isObserved(deployment)) {
            return progress(deployment);
        }
        Map<String, Object> condition = deployment.fields().maps("status", "conditions").stream()
                .filter(candidate -> "Progressing".equals(candidate.get("type")))
                .findFirst()
                .orElse(Map.of());
        Object status = condition.get("status");
        Object reason = condition.get("reason");
        if ("True".equals(status) && "NewReplicaSetAvailable".equals(reason)) {
            Replicas replicas = Replicas.of(deployment);
            return replicas.updated() >= replicas.desired() && replicas.total() <= replicas.updated()
                    ? new Complete()
                    : progress(deployment);
        }
        return "False".equals(status) && "ProgressDeadlineExceeded".equals(reason)
                ? new Stalled("deployment " + deployment.name() + " rollout stalled: ProgressDeadlineExceeded", false)
                : progress(deployment);
    }

    /** Pods that are not available do not count: nodes restart, and nodes come. */
    private static boolean isComplete(KubernetesObject daemonSet) {
        Replicas replicas = Replicas.of(daemonSet);
        return replicas.total() > 0 && replicas.updated() >= replicas.total();
    }

    /** Whether the status is about the current generation. */
    static boolean isObserved(KubernetesObject workload) {
        return workload.fields()
                .number("status", "observedGeneration")
                .filter(observed -> observed
                        >= workload.fields().number("metadata", "generation").orElse(0L))
                .isPresent();
    }

    private static Rollout progress(KubernetesObject workload) {
        return new InProgress(workload.display(), Optional.empty());
    }
}
