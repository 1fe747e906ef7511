// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Makes the cloud configuration of one platform's external cloud controller manager. It is deterministic and
 * idempotent, and keeps unknown keys, which the cloud controller manager checks.
 */
public interface CloudConfigTransformer {
    /**
     * Transforms a configuration.
     *
     * @param source the configuration as the administrator wrote it; may be empty or blank
     * @throws InvalidInputException if it cannot be read, or contradicts the cluster; its lines name section, key and, where
     *     known, line and column, but not the object or file of the configuration: the caller adds that
     */
    TransformedConfig transform(String source, TransformerFacts facts);

    /**
     * Whether a configuration says by itself how the cloud knows the cloud controller manager, so that no Secret with credentials is needed.
     *
     * @param config a result of {@link #transform}
     * @return empty where a configuration never does
     */
    default Optional<Boolean> hasCredentials(String config) {
        return Optional.empty();
    }

    /**
     * Why the cloud controller manager does not find credentials that are in their Secret.
     *
     * @param config a result of {@link #transform}
     * @param secret the Secret, if it exists; asked only where the configuration needs one
     * @return lines that begin with the place in the configuration; empty where it finds them
     */
    default List<String> unfound(String config, Supplier<Optional<KubernetesObject>> secret) {
        return List.of();
    }

    /** The feature gates that the result depends on. */
    default Set<String> featureGates() {
        return Set.of();
    }

    /** Whether the result depends on Network {@code cluster}, which then has to be there. */
    default boolean needsNetwork() {
        return false;
    }

    /**
     * Whether the result is published for the rest of the cluster as well, in openshift-config-managed/kube-cloud-config.
     *
     * @param features the feature gates that are on
     */
    default boolean isPublished(EnabledFeatures features) {
        return false;
    }
}
