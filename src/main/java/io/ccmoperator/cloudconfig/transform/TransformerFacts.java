// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ReleaseTag;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import java.util.Optional;

/**
 * The facts of the cluster for transformers. Do not change the objects.
 *
 * @param distribution the kind of cluster
 * @param infrastructure Infrastructure {@code cluster}
 * @param network Network {@code cluster}; always there for a transformer that {@linkplain
 *     CloudConfigTransformer#needsNetwork needs} it
 * @param features the feature gates, with those that have graduated
 * @param managedNamespace the namespace in which cloud controller managers run
 * @param credentialsSecret the Secret there that has the credentials of the cloud, if the provider has one
 * @param release that of the image of the cloud controller manager; empty where the image does not name one, as on OpenShift
 */
public record TransformerFacts(
        Distribution distribution,
        KubernetesObject infrastructure,
        Optional<KubernetesObject> network,
        EnabledFeatures features,
        String managedNamespace,
        Optional<String> credentialsSecret,
        Optional<ReleaseTag> release) {
    /** The facts where no release is known. */
    public TransformerFacts(
            Distribution distribution,
            KubernetesObject infrastructure,
            Optional<KubernetesObject> network,
            EnabledFeatures features,
            String managedNamespace,
            Optional<String> credentialsSecret) {
        this(distribution, infrastructure, network, features, managedNamespace, credentialsSecret, Optional.empty());
    }

    /** Whether the configuration gets what OpenShift decides for its clusters; on others the defaults of the programs hold. */
    public boolean isOpenShift() {
        return distribution == Distribution.OPENSHIFT;
    }
}
