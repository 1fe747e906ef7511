/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cluster;

/** The number of control plane nodes, one or several (Infrastructure status.controlPlaneTopology). */
public enum Topology {
    /** Several nodes: two replicas and a PodDisruptionBudget. What an Infrastructure without the field means. */
    HIGHLY_AVAILABLE,
    /** One node: one replica. */
    SINGLE_REPLICA,
    /** Any other: replicas as declared, no PodDisruptionBudget. */
    OTHER;

    static Topology of(String text) {
        return switch (text) {
            case "", "HighlyAvailable" -> HIGHLY_AVAILABLE;
            case "SingleReplica" -> SINGLE_REPLICA;
            default -> OTHER;
        };
    }
}
