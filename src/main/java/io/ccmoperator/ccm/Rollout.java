// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.apply.SpecHash;
import io.ccmoperator.assets.KubernetesObject;
import java.util.Map;

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
