// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.apply.ApplyResult;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.metrics.OperatorMetrics.RolloutState;
import io.ccmoperator.status.ReconcileResult;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The result of the rollouts of all workloads. */
final class Rollouts {
    private Rollouts() {}

    /** For objects that are all as desired. A stalled rollout is a failure; a running one is progress. */
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
}
