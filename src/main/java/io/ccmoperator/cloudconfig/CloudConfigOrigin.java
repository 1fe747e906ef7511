// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.substitution.ProviderSelection;
import java.util.Optional;
import java.util.function.Function;

/** Where the cloud configuration of a cluster comes from. */
public final class CloudConfigOrigin {
    private CloudConfigOrigin() {}

    /**
     * The object and key, for people, such as {@code ConfigMap openshift-config/cloud, key config}.
     *
     * @param configMaps reads a ConfigMap, or the Secret that the description names
     * @return none on a platform without a cloud configuration
     * @throws io.ccmoperator.cluster.InvalidInputException if what the Infrastructure names does not exist
     */
    public static Optional<String> of(
            Infrastructure infrastructure,
            Distribution distribution,
            ProviderIndex providers,
            Function<ObjectKey, Optional<KubernetesObject>> configMaps) {
        return ProviderSelection.of(infrastructure, providers)
                .map(Provider::descriptor)
                .flatMap(descriptor -> descriptor.cloudConfig())
                .map(config -> CloudConfigSource.find(
                                CloudConfigSource.of(config, distribution), infrastructure, configMaps)
                        .place());
    }
}
