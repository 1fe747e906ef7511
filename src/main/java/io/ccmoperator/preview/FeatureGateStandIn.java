// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import static io.ccmoperator.client.ClusterObjects.FEATURE_GATE;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.ReleaseVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A FeatureGate with the entry of a release that the cluster has not reached. A cluster gets the entry during the update, so
 * that a comparison before it has only the feature gates of the current release.
 *
 * @param featureGate the object with the entry
 * @param warning which entry is compared with
 */
record FeatureGateStandIn(KubernetesObject featureGate, String warning) {
    /**
     * @param reached the release that the operator reports; empty where it reports none
     * @return none where the entry exists, or where there is no other entry to take
     */
    static Optional<FeatureGateStandIn> of(
            KubernetesObject live,
            Optional<KubernetesObject> clusterVersion,
            ReleaseVersion release,
            Optional<String> reached) {
        String version = release.forFeatureGates(clusterVersion.map(KubernetesObject::tree));
        List<String> versions = EnabledFeatures.versions(live.tree());
        if (versions.isEmpty() || versions.contains(version)) {
            return Optional.empty();
        }
        String other = reached.filter(versions::contains).orElse(versions.get(versions.size() - 1));
        return Optional.of(new FeatureGateStandIn(
                withEntry(live, other, version),
                FEATURE_GATE + " has no entry for release " + version + "; compared with the feature gates of " + other
                        + "; if this is not the release, name it with --release-version"));
    }

    private static KubernetesObject withEntry(KubernetesObject live, String other, String version) {
        KubernetesObject copy = live.copy();
        List<Map<String, Object>> entries = new ArrayList<>(copy.fields().maps("status", "featureGates"));
        Map<String, Object> entry = new LinkedHashMap<>(entries.stream()
                .filter(candidate -> other.equals(candidate.get("version")))
                .findFirst()
                .orElseThrow());
        entry.put("version", version);
        entries.add(entry);
        copy.fields().map("status").put("featureGates", entries);
        return copy;
    }
}
