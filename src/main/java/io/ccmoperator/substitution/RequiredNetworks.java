// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.ClusterFact;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.cluster.ClusterFacts;
import java.util.ArrayList;
import java.util.List;

/**
 * The networks that a provider's flags and variables take from the Network {@code cluster}. A cloud controller manager that
 * assigns networks to Nodes does not start without them, and must not run with only a part of them.
 */
public final class RequiredNetworks {
    private RequiredNetworks() {}

    /**
     * The fields of the Network that the provider requires and the cluster does not have yet.
     *
     * @return a message for each, which names field and provider
     */
    public static List<String> missing(ProviderDescriptor descriptor, ClusterFacts facts) {
        List<String> missing = new ArrayList<>();
        if (descriptor.uses(ClusterFact.CLUSTER_NETWORK)
                && facts.networks().clusterNetwork().isEmpty()) {
            missing.add(message("clusterNetwork", descriptor));
        }
        if (descriptor.uses(ClusterFact.SERVICE_NETWORK)
                && facts.networks().serviceNetwork().isEmpty()) {
            missing.add(message("serviceNetwork", descriptor));
        }
        return missing;
    }

    private static String message(String field, ProviderDescriptor descriptor) {
        return "Network cluster has no status." + field + ", which provider " + descriptor.name() + " requires";
    }
}
