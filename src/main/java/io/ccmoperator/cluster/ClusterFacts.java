// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import io.ccmoperator.assets.ClusterFact;
import io.ccmoperator.assets.Provider;
import java.util.ArrayList;
import java.util.List;

/**
 * All facts that desired resources depend on, except images.
 *
 * @param infrastructure the cluster's platform
 * @param distribution the kind of cluster
 * @param managedNamespace the namespace in which cloud controller managers run
 * @param proxy the cluster's proxy
 * @param networks the networks of Pods and Services
 * @param features the enabled feature gates
 * @param tls the TLS that servers have to speak
 * @param overrides what an administrator sets of the cloud controller manager
 */
public record ClusterFacts(
        Infrastructure infrastructure,
        Distribution distribution,
        String managedNamespace,
        ProxySettings proxy,
        ClusterNetworks networks,
        EnabledFeatures features,
        TlsSettings tls,
        Overrides overrides) {
    /** The same with other overrides. */
    public ClusterFacts with(Overrides others) {
        return new ClusterFacts(infrastructure, distribution, managedNamespace, proxy, networks, features, tls, others);
    }

    /** The same with the name and the networks that were known before: those of now lack what a provider requires. */
    public ClusterFacts withRequired(ClusterFacts others) {
        return new ClusterFacts(
                infrastructure.name().isEmpty() ? others.infrastructure : infrastructure,
                distribution,
                managedNamespace,
                proxy,
                others.networks,
                features,
                tls,
                overrides);
    }

    /** What the cluster asks for and the cloud controller manager of a provider is not given, since it has no flag for it: messages. */
    public List<String> omitted(Provider provider) {
        List<String> omitted = new ArrayList<>();
        features.omittedFeatureGates(provider).ifPresent(omitted::add);
        if (!tls.groups().isEmpty() && !provider.descriptor().uses(ClusterFact.TLS_GROUPS)) {
            boolean described = distribution == Distribution.KUBERNETES;
            omitted.add((described ? DescribedCluster.TLS_GROUPS : TlsSecurityProfile.GROUPS)
                    + ": not followed by the cloud controller manager of "
                    + provider.descriptor().name()
                    + ", which is not known to have a flag --tls-curve-preferences"
                    + (described ? "; where its image has it, set it in spec.controllerManager.args" : ""));
        }
        return List.copyOf(omitted);
    }
}
