// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

/** The number of control plane nodes, one or several (Infrastructure status.controlPlaneTopology). */
public enum Topology {
    /** Several nodes, whatever their number and wherever they are: two replicas and a PodDisruptionBudget. */
    HIGHLY_AVAILABLE,
    /** One node: one replica. */
    SINGLE_REPLICA;

    /** HighlyAvailable, HighlyAvailableArbiter, DualReplica, External, and an Infrastructure without the field: several. */
    static Topology of(String text) {
        return text.equals("SingleReplica") ? SINGLE_REPLICA : HIGHLY_AVAILABLE;
    }
}
