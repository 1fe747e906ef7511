// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.cluster.Infrastructure;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

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
     * Why a cluster that needs a provider has none here, and which there are; empty if it has one, or needs none.
     *
     * @param described whether a CloudControllerManager describes the cluster: then it needs a provider on every platform. An Infrastructure
     *     may also have a platform without a cloud, and that is no mistake
     */
    public static Optional<String> mistake(Infrastructure infrastructure, boolean described, ProviderIndex providers) {
        if (!infrastructure.externalCloudControllerManager()
                || of(infrastructure, providers).isPresent()) {
            return Optional.empty();
        }
        if (described) {
            return Optional.of("spec.cluster.provider: " + infrastructure.platform()
                    + " is no provider that this operator has; they are "
                    + names(providers, ProviderIndex.Entry::name));
        }
        String variants =
                names(providers, entry -> entry.platform().equals(infrastructure.platform()) ? entry.variant() : "");
        return Optional.of(variants)
                .filter(valid -> !valid.isEmpty())
                .map(valid -> whyNone(infrastructure) + "; valid ones are those of the providers " + valid);
    }

    private static String names(ProviderIndex providers, Function<ProviderIndex.Entry, String> name) {
        return providers.entries().stream()
                .map(name)
                .filter(found -> !found.isEmpty())
                .sorted()
                .collect(Collectors.joining(", "));
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
