/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.ccm;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.status.ReconcileResult;
import java.util.List;
import java.util.stream.Stream;

/** What the rollouts of all workloads together mean. */
final class Rollouts {
    private Rollouts() {}

    /** For objects all of which are as desired. A rollout that stalls is a failure; one that goes on is progress. */
    static ReconcileResult result(ApplyResult applied) {
        List<Rollout> rollouts = applied.live().stream()
                .filter(Manifest::isWorkload)
                .map(Rollout::of)
                .toList();
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

    private static <T extends Rollout> Stream<T> of(List<Rollout> rollouts, Class<T> kind) {
        return rollouts.stream().filter(kind::isInstance).map(kind::cast);
    }
}
