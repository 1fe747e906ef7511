// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.Map;
import java.util.Optional;

/**
 * The release that the operator belongs to.
 *
 * @param text e.g. {@code 4.20.1}; {@code unknown} where it is not known
 */
public record ReleaseVersion(String text) {
    /** What RELEASE_VERSION holds in a build that the release tooling has not touched. */
    public static final String SNAPSHOT = "0.0.1-snapshot";

    private static final String UNKNOWN = "unknown";

    /** @param environment the value of RELEASE_VERSION; null or empty when it is not set */
    public static ReleaseVersion of(String environment) {
        return new ReleaseVersion(environment == null || environment.isBlank() ? UNKNOWN : environment.strip());
    }

    /**
     * The version by which feature gates are looked up: this one, or that of the cluster where this one is not a real
     * release.
     *
     * @param clusterVersion the tree of ClusterVersion {@code version} (config.openshift.io/v1), where there is one
     */
    public String forFeatureGates(Optional<Map<String, Object>> clusterVersion) {
        if (!text.equals(UNKNOWN) && !text.equals(SNAPSHOT)) {
            return text;
        }
        return clusterVersion
                .map(KubernetesObject::new)
                .map(ReleaseVersion::ofCluster)
                .orElse(text);
    }

    private static String ofCluster(KubernetesObject clusterVersion) {
        String desired = clusterVersion.fields().string("status", "desired", "version");
        return desired.isEmpty()
                ? clusterVersion.fields().maps("status", "history").stream()
                        .map(entry -> FieldReader.of(entry).string("version"))
                        .findFirst()
                        .orElse("")
                : desired;
    }
}
