// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.Topology;
import io.ccmoperator.plan.Snapshot;
import java.time.Duration;
import java.util.List;

/**
 * A Pod of a node that was lost looks as if it worked until Kubernetes deletes it, so that with fewer replicas the one that does work may be deleted in its
 * place. So the replicas of a control plane that has got one node stay for as long as more than one looks so.
 */
final class KeptReplicas {
    /** Pods of a Node that does not exist are deleted after a minute. */
    private static final Duration NODE_IS_LOST_FOR = Duration.ofMinutes(5);

    /** A workload is to have fewer replicas. */
    private record Fewer(ObjectKey workload) {}

    private KeptReplicas() {}

    /** The objects; Deployments that are to have fewer replicas may have as many as before. */
    static List<KubernetesObject> whileNodeIsLost(
            Snapshot snapshot, List<KubernetesObject> desired, ClusterFacts facts) {
        boolean isSet = facts.overrides().programs().values().stream()
                .anyMatch(program -> program.replicas().isPresent());
        if (facts.distribution() == Distribution.OPENSHIFT
                || facts.infrastructure().topology() != Topology.SINGLE_REPLICA
                || isSet) {
            return desired;
        }
        return desired.stream()
                .map(object -> object.kind().equals("Deployment") ? whileNodeIsLost(snapshot, object) : object)
                .toList();
    }

    private static KubernetesObject whileNodeIsLost(Snapshot snapshot, KubernetesObject deployment) {
        ObjectKey key = ObjectKey.of(deployment);
        return snapshot.object(key)
                .map(Replicas::of)
                .filter(replicas -> replicas.desired() > 1
                        && replicas.available() > 1
                        && !snapshot.hasLasted(new Fewer(key), NODE_IS_LOST_FOR))
                .map(replicas -> {
                    KubernetesObject kept = deployment.copy();
                    kept.fields().map("spec").put("replicas", replicas.desired());
                    return kept;
                })
                .orElse(deployment);
    }
}
