// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.Optional;
import java.util.Set;

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
