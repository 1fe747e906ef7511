// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import java.util.Optional;

/** Where the value of a flag comes from that a descriptor appends to the arguments of a container. */
public sealed interface FlagSource {
    /**
     * The flag has the value of a fact, and is left out where the fact is empty.
     *
     * @param fact the fact
     */
    record OfFact(ClusterFact fact) implements FlagSource {}

    /**
     * The flag has a value of its own, and is set only if a feature gate of the cluster is enabled.
     *
     * @param value the value, as it is
     * @param featureGate the name of the gate; one that the cluster does not list is off, unless the descriptor says that it has
     *     graduated
     * @param existingNodes where the value is a label that the program gives to Nodes which it initializes: the prefix of spec.providerID of
     *     the other Nodes that get it, from the operator
     */
    record Gated(String value, String featureGate, Optional<String> existingNodes) implements FlagSource {}
}
