// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.ClusterFact;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a provider's flags and variables take from the cluster's description and no cloud controller manager may lack. By the name of the
 * Infrastructure it finds again what it has made in the cloud; one that assigns the networks of the Network to Nodes does not start without
 * them, and must not run with only a part of them. The kind of a CloudControllerManager requires a name.
 */
public final class RequiredFacts {
    private RequiredFacts() {}

    /**
     * The fields that the provider requires and the cluster does not have.
     *
     * @return a message for each, which names field and provider
     */
    public static List<String> missing(ProviderDescriptor descriptor, ClusterFacts facts) {
        return Stream.concat(missingName(descriptor, facts).stream(), missingNetworks(descriptor, facts).stream())
                .toList();
    }

    /** The same of the Infrastructure alone. */
    public static Optional<String> missingName(ProviderDescriptor descriptor, ClusterFacts facts) {
        return descriptor.uses(ClusterFact.INFRASTRUCTURE_NAME)
                        && facts.infrastructure().name().isEmpty()
                ? Optional.of("Infrastructure cluster has no status.infrastructureName, which provider "
                        + descriptor.name()
                        + " requires; write the name there by which the cloud knows what belongs to the cluster")
                : Optional.empty();
    }

    /** The same of the networks alone. */
    public static List<String> missingNetworks(ProviderDescriptor descriptor, ClusterFacts facts) {
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
