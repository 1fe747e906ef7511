// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.apply.ApplyResult;
import io.ccmoperator.apply.SpecHash;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.metrics.OperatorMetrics.RolloutState;
import io.ccmoperator.status.ReconcileResult;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The progress of the rollout of a workload. */
public sealed interface Rollout {
    /** All Pods that have to run are of the current generation. */
    record Complete() implements Rollout {}

    /**
     * Pods are being replaced, or the controller has not yet seen the current generation.
     *
     * @param what kind, namespace and name
     */
    record InProgress(String what) implements Rollout {}

    /**
     * The controller has given up.
     *
     * @param message the cause
     */
    record Stalled(String message) implements Rollout {}

    /**
     * The rollout of a Deployment or DaemonSet as the server has it.
     *
     * @throws IllegalArgumentException if it is neither
     */
    static Rollout of(KubernetesObject workload) {
        return switch (workload.kind()) {
            case "Deployment" -> ofDeployment(workload);
            case "DaemonSet" -> isObserved(workload) && isComplete(workload) ? new Complete() : progress(workload);
            default -> throw new IllegalArgumentException(workload.display() + " has no rollout");
        };
    }

    /** The result for objects that are all as desired. A stalled rollout is a failure; a running one is progress. */
    static ReconcileResult result(ApplyResult applied) {
        List<Rollout> rollouts = rollouts(applied);
        List<String> stalled = of(rollouts, Rollout.Stalled.class)
                .map(Rollout.Stalled::message)
                .toList();
        if (!stalled.isEmpty()) {
            return ReconcileResult.transientFailure(String.join("; ", stalled));
        }
        List<String> rolling = of(rollouts, Rollout.InProgress.class)
                .map(Rollout.InProgress::what)
                .toList();
        if (!rolling.isEmpty()) {
            return new ReconcileResult.Progressing("Rolling out " + String.join(", ", rolling));
        }
        return applied.written()
                ? new ReconcileResult.Progressing("Applied " + String.join(", ", applied.writtenObjects()))
                : ReconcileResult.converged();
    }

    /** How many workloads there are in each state. */
    static Map<RolloutState, Integer> states(ApplyResult applied) {
        Map<RolloutState, Integer> states = new EnumMap<>(RolloutState.class);
        for (RolloutState state : RolloutState.values()) {
            states.put(state, 0);
        }
        rollouts(applied).forEach(rollout -> states.merge(state(rollout), 1, Integer::sum));
        return states;
    }

    /**
     * The state of an applied object in one word: Missing or Applied, or the state of the rollout.
     *
     * @param newest the newest known state of the object; empty if it does not exist
     */
    static String word(Optional<KubernetesObject> newest) {
        return newest.map(object -> {
                    if (!object.isWorkload()) {
                        return "Applied";
                    }
                    String state = state(Rollout.of(object)).name();
                    return state.charAt(0) + state.substring(1).toLowerCase(Locale.ROOT);
                })
                .orElse("Missing");
    }

    private static RolloutState state(Rollout rollout) {
        if (rollout instanceof Rollout.Stalled) {
            return RolloutState.STALLED;
        }
        return rollout instanceof Rollout.Complete ? RolloutState.COMPLETE : RolloutState.PROGRESSING;
    }

    private static List<Rollout> rollouts(ApplyResult applied) {
        return applied.live().stream()
                .filter(KubernetesObject::isWorkload)
                .map(Rollout::of)
                .toList();
    }

    private static <T extends Rollout> Stream<T> of(List<Rollout> rollouts, Class<T> kind) {
        return rollouts.stream().filter(kind::isInstance).map(kind::cast);
    }

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
            return new Complete();
        }
        return "False".equals(status) && "ProgressDeadlineExceeded".equals(reason)
                ? new Stalled("deployment " + deployment.name() + " rollout stalled: ProgressDeadlineExceeded")
                : progress(deployment);
    }

    /** Pods that are not available do not count: nodes restart, and nodes come. */
    private static boolean isComplete(KubernetesObject daemonSet) {
        long scheduled = number(daemonSet, "status", "currentNumberScheduled");
        return scheduled > 0 && number(daemonSet, "status", "updatedNumberScheduled") >= scheduled;
    }

    private static boolean isObserved(KubernetesObject workload) {
        return number(workload, "status", "observedGeneration") >= SpecHash.generation(workload);
    }

    private static Rollout progress(KubernetesObject workload) {
        return new InProgress(workload.display());
    }

    private static long number(KubernetesObject object, String... path) {
        return object.fields().at(path) instanceof Long number ? number : 0;
    }
}
