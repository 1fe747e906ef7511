// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;

/**
 * The numbers of Pods of a Deployment or DaemonSet, as its status has them.
 *
 * @param desired how many there have to be
 * @param total how many there are, of all templates
 * @param updated how many of them are of the current template
 * @param available how many of them are available, of all templates
 */
public record Replicas(long desired, long total, long updated, long available) {
    /** Reads them; numbers that the status does not have are 0. */
    public static Replicas of(KubernetesObject workload) {
        if (workload.kind().equals("DaemonSet")) {
            return new Replicas(
                    number(workload, 0, "status", "desiredNumberScheduled"),
                    number(workload, 0, "status", "currentNumberScheduled"),
                    number(workload, 0, "status", "updatedNumberScheduled"),
                    number(workload, 0, "status", "numberAvailable"));
        }
        return new Replicas(
                number(workload, 1, "spec", "replicas"),
                number(workload, 0, "status", "replicas"),
                number(workload, 0, "status", "updatedReplicas"),
                number(workload, 0, "status", "availableReplicas"));
    }

    /** Whether none of the current template is available for certain, where some have to be. */
    boolean areUnavailable() {
        return desired > 0 && available - Math.max(0, total - updated) <= 0;
    }

    private static long number(KubernetesObject workload, long missing, String... path) {
        return workload.fields().number(path).orElse(missing);
    }
}
