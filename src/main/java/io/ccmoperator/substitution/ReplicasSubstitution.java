// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.Topology;

/** With one control plane node a second replica could not be scheduled. */
record ReplicasSubstitution(Topology topology) implements Substitution {
    @Override
    public void apply(KubernetesObject object) {
        if (topology == Topology.SINGLE_REPLICA && object.kind().equals("Deployment")) {
            object.fields().map("spec").put("replicas", 1L);
        }
    }
}
