// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.ManagedNamespace;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.DeploymentConditionBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.client.dsl.AppsAPIGroupDSL;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;

/** Replaces the controllers of Deployments and DaemonSets: reports at once that all Pods run. No Pod does. */
final class SimulatedRollouts {
    private static final int NODES = 3;

    private final AppsAPIGroupDSL apps;

    SimulatedRollouts(ClusterClient client) {
        apps = client.kubernetes().apps();
    }

    /** Completes the rollouts that have begun since the last time. */
    void complete() {
        apps.deployments().inNamespace(ManagedNamespace.DEFAULT).list().getItems().stream()
                .filter(deployment -> !isObserved(deployment))
                .forEach(
                        deployment -> apps.deployments().resource(deployment).editStatus(SimulatedRollouts::completed));
        apps.daemonSets().inNamespace(ManagedNamespace.DEFAULT).list().getItems().stream()
                .filter(daemonSet -> !isObserved(daemonSet))
                .forEach(daemonSet -> apps.daemonSets().resource(daemonSet).editStatus(SimulatedRollouts::completed));
    }

    private static boolean isObserved(Deployment deployment) {
        return Optional.ofNullable(deployment.getStatus())
                .map(DeploymentStatus::getObservedGeneration)
                .equals(Optional.ofNullable(deployment.getMetadata().getGeneration()));
    }

    private static boolean isObserved(DaemonSet daemonSet) {
        return Optional.ofNullable(daemonSet.getStatus())
                .map(DaemonSetStatus::getObservedGeneration)
                .equals(Optional.ofNullable(daemonSet.getMetadata().getGeneration()));
    }

    private static Deployment completed(Deployment deployment) {
        int replicas = Objects.requireNonNullElse(deployment.getSpec().getReplicas(), 1);
        return new DeploymentBuilder(deployment)
                .withNewStatus()
                .withObservedGeneration(deployment.getMetadata().getGeneration())
                .withReplicas(replicas)
                .withUpdatedReplicas(replicas)
                .withReadyReplicas(replicas)
                .withAvailableReplicas(replicas)
                .withConditions(
                        condition("Available", "MinimumReplicasAvailable"),
                        condition("Progressing", "NewReplicaSetAvailable"))
                .endStatus()
                .build();
    }

    private static DaemonSet completed(DaemonSet daemonSet) {
        return new DaemonSetBuilder(daemonSet)
                .withNewStatus()
                .withObservedGeneration(daemonSet.getMetadata().getGeneration())
                .withCurrentNumberScheduled(NODES)
                .withDesiredNumberScheduled(NODES)
                .withUpdatedNumberScheduled(NODES)
                .withNumberReady(NODES)
                .withNumberAvailable(NODES)
                .withNumberMisscheduled(0)
                .endStatus()
                .build();
    }

    private static DeploymentCondition condition(String type, String reason) {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        return new DeploymentConditionBuilder()
                .withType(type)
                .withStatus("True")
                .withReason(reason)
                .withLastUpdateTime(now)
                .withLastTransitionTime(now)
                .build();
    }
}
