// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

/** The number of control plane nodes, one, several or none (Infrastructure status.controlPlaneTopology). */
public enum Topology {
    /** Several nodes, whatever their number and wherever they are: two replicas and a PodDisruptionBudget. */
    HIGHLY_AVAILABLE,
    /** One node: one replica. */
    SINGLE_REPLICA,
    /** None in the cluster itself: two replicas and a PodDisruptionBudget, on Kubernetes on any nodes. */
    EXTERNAL;

    /** HighlyAvailable, HighlyAvailableArbiter, DualReplica, and an Infrastructure without the field: several. */
    static Topology of(String text) {
        return switch (text) {
            case "SingleReplica" -> SINGLE_REPLICA;
            case "External" -> EXTERNAL;
            default -> HIGHLY_AVAILABLE;
        };
    }
}
