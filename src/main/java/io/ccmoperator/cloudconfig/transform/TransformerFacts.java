// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.KubernetesObject;
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
 */
public record TransformerFacts(
        Distribution distribution,
        KubernetesObject infrastructure,
        Optional<KubernetesObject> network,
        EnabledFeatures features,
        String managedNamespace,
        Optional<String> credentialsSecret) {
    /** Whether the configuration gets what OpenShift decides for its clusters; on others the defaults of the programs hold. */
    public boolean isOpenShift() {
        return distribution == Distribution.OPENSHIFT;
    }
}
