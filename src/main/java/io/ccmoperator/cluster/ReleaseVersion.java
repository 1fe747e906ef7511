// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The release that the operator belongs to.
 *
 * @param text e.g. {@code 4.20.1}; {@code unknown} where it is not known
 */
public record ReleaseVersion(String text) {
    /** What RELEASE_VERSION holds in a build that the release tooling has not touched. */
    public static final String SNAPSHOT = "0.0.1-snapshot";

    /** Where no release is known. */
    public static final ReleaseVersion UNKNOWN = new ReleaseVersion("unknown");

    private static final Pattern MINOR = Pattern.compile("([0-9]{1,9})\\.([0-9]{1,9})(?:[.+-].*)?");

    /** @param environment the value of RELEASE_VERSION; null or empty when it is not set */
    public static ReleaseVersion of(String environment) {
        return environment == null || environment.isBlank() ? UNKNOWN : new ReleaseVersion(environment.strip());
    }

    /**
     * Whether this is a minor release or a later one, pre-releases and nightly builds of it included.
     *
     * @param minor such as {@code 4.22}
     * @return false also where this is not a release that can be read
     */
    public boolean isSince(String minor) {
        Matcher own = MINOR.matcher(text);
        Matcher first = MINOR.matcher(minor);
        return own.matches() && first.matches() && Arrays.compare(numbers(own), numbers(first)) >= 0;
    }

    private static int[] numbers(Matcher release) {
        return new int[] {Integer.parseInt(release.group(1)), Integer.parseInt(release.group(2))};
    }

    /**
     * The version by which feature gates are looked up: this one, or that of the cluster where this one is not a real
     * release.
     *
     * @param clusterVersion the tree of ClusterVersion {@code version} (config.openshift.io/v1), where there is one
     */
    public String forFeatureGates(Optional<Map<String, Object>> clusterVersion) {
        if (!equals(UNKNOWN) && !text.equals(SNAPSHOT)) {
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
