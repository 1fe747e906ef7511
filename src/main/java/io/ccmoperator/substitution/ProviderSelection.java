// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.cluster.Infrastructure;
import java.util.List;
import java.util.Optional;

/** Which provider a cluster needs. */
public final class ProviderSelection {
    private ProviderSelection() {}

    /**
     * The provider for the cluster's platform. None for a platform that is unknown or has no external cloud provider, and
     * for External where no external cloud controller manager is required, or no pack has the name of that platform.
     */
    public static Optional<Provider> of(Infrastructure infrastructure, ProviderIndex providers) {
        return infrastructure.externalCloudControllerManager()
                ? providers.find(infrastructure.platform(), infrastructure.variant())
                : Optional.empty();
    }

    /**
     * The variants of the cluster's platform that have a provider, where the cluster's own has none. Empty for a cluster without
     * a cloud controller manager and for a platform without a provider: these are not mistakes.
     */
    public static List<String> otherVariants(Infrastructure infrastructure, ProviderIndex providers) {
        return infrastructure.externalCloudControllerManager()
                ? providers.entries().stream()
                        .filter(entry -> entry.platform().equals(infrastructure.platform()))
                        .map(ProviderIndex.Entry::variant)
                        .sorted()
                        .toList()
                : List.of();
    }

    /** Why a cluster has no provider, as a message says it. */
    public static String whyNone(Infrastructure infrastructure) {
        if (!infrastructure.externalCloudControllerManager()) {
            return "platform " + infrastructure.platform() + " requires no cloud controller manager"
                    + " (status.platformStatus.external.cloudControllerManager.state is not External)";
        }
        String variant = infrastructure.variant().isEmpty() ? "" : " '" + infrastructure.variant() + "'";
        return "platform " + infrastructure.platform() + variant + " has no provider here";
    }
}
