// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.ClusterFact;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.Distribution;
import java.util.ArrayList;
import java.util.List;

/**
 * The networks that a provider's flags and variables take from the Network {@code cluster}. A cloud controller manager that
 * assigns networks to Nodes does not start without them, and must not run with only a part of them.
 */
public final class RequiredNetworks {
    private RequiredNetworks() {}

    /**
     * The fields of the cluster's description that the provider requires and the cluster does not have yet.
     *
     * @return a message for each, which names field and provider
     */
    public static List<String> missing(ProviderDescriptor descriptor, ClusterFacts facts) {
        List<String> missing = new ArrayList<>();
        if (descriptor.uses(ClusterFact.CLUSTER_NETWORK)
                && facts.networks().clusterNetwork().isEmpty()) {
            missing.add(message("clusterNetwork", "pods", descriptor, facts));
        }
        if (descriptor.uses(ClusterFact.SERVICE_NETWORK)
                && facts.networks().serviceNetwork().isEmpty()) {
            missing.add(message("serviceNetwork", "services", descriptor, facts));
        }
        return missing;
    }

    private static String message(String field, String described, ProviderDescriptor descriptor, ClusterFacts facts) {
        String place = facts.distribution() == Distribution.OPENSHIFT
                ? "Network cluster has no status." + field
                : DescribedCluster.OBJECT + " has no " + DescribedCluster.FIELD + ".network." + described;
        return place + ", which provider " + descriptor.name() + " requires";
    }
}
