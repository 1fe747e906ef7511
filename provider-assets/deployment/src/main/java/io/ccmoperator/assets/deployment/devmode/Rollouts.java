/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.Manifest;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** Stands in for the controllers of Deployments and DaemonSets: tells at once that all Pods run. No Pod does. */
final class Rollouts {
    private static final String WORKLOADS = "/apis/apps/v1/namespaces/" + ManagedNamespace.DEFAULT + "/";

    private final ClusterClient client;

    Rollouts(ClusterClient client) {
        this.client = client;
    }

    /** Completes the rollouts that have begun since the last time. */
    void complete() throws IOException {
        for (Manifest deployment : client.list(WORKLOADS + "deployments")) {
            if (!isObserved(deployment)) {
                client.patchStatus(WORKLOADS + "deployments/" + deployment.name(), ofDeployment(deployment));
            }
        }
        for (Manifest daemonSet : client.list(WORKLOADS + "daemonsets")) {
            if (!isObserved(daemonSet)) {
                client.patchStatus(WORKLOADS + "daemonsets/" + daemonSet.name(), ofDaemonSet(daemonSet));
            }
        }
    }

    private static boolean isObserved(Manifest workload) {
        return generation(workload).equals(workload.at("status", "observedGeneration"));
    }

    private static Map<String, Object> ofDeployment(Manifest deployment) {
        Object replicas = deployment.at("spec", "replicas") instanceof Long number ? number : Long.valueOf(1);
        return Map.of(
                "observedGeneration",
                generation(deployment),
                "replicas",
                replicas,
                "updatedReplicas",
                replicas,
                "readyReplicas",
                replicas,
                "availableReplicas",
                replicas,
                "conditions",
                List.of(
                        condition("Available", "MinimumReplicasAvailable"),
                        condition("Progressing", "NewReplicaSetAvailable")));
    }

    private static Map<String, Object> ofDaemonSet(Manifest daemonSet) {
        Long nodes = 3L;
        return Map.of(
                "observedGeneration",
                generation(daemonSet),
                "currentNumberScheduled",
                nodes,
                "desiredNumberScheduled",
                nodes,
                "updatedNumberScheduled",
                nodes,
                "numberReady",
                nodes,
                "numberAvailable",
                nodes,
                "numberMisscheduled",
                0L);
    }

    private static Map<String, Object> condition(String type, String reason) {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        return Map.of(
                "type", type, "status", "True", "reason", reason, "lastUpdateTime", now, "lastTransitionTime", now);
    }

    private static Long generation(Manifest workload) {
        return workload.at("metadata", "generation") instanceof Long generation ? generation : Long.valueOf(0);
    }
}
