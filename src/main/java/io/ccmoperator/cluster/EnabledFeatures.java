// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import io.ccmoperator.assets.ClusterFact;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The feature gates of the cluster, as one entry of its FeatureGate lists them. A gate that is not listed is off, unless it {@linkplain
 * #withGraduated has graduated}: OpenShift removes a gate from the list some time after it is always on.
 *
 * @param names those that are on
 * @param disabled those that are listed as disabled
 * @param release that of the entry; unknown where there is none
 */
public record EnabledFeatures(SortedSet<String> names, SortedSet<String> disabled, ReleaseVersion release) {
    public EnabledFeatures {
        names = Collections.unmodifiableSortedSet(new TreeSet<>(names));
        disabled = Collections.unmodifiableSortedSet(new TreeSet<>(disabled));
    }

    /** No gate is on: the cluster has none, or no entry for the release. */
    public static final EnabledFeatures NONE =
            new EnabledFeatures(new TreeSet<>(), new TreeSet<>(), ReleaseVersion.UNKNOWN);

    /**
     * The gates of one release.
     *
     * @param featureGate the tree of FeatureGate {@code cluster} (config.openshift.io/v1)
     * @param version the release whose entry of status.featureGates counts
     * @return none when the object has no entry for that release
     */
    public static Optional<EnabledFeatures> of(Map<String, Object> featureGate, String version) {
        return FieldReader.of(featureGate).maps("status", "featureGates").stream()
                .map(KubernetesObject::new)
                .filter(entry -> entry.fields().string("version").equals(version))
                .findFirst()
                .map(entry -> new EnabledFeatures(
                        named(entry, "enabled"), named(entry, "disabled"), new ReleaseVersion(version)));
    }

    private static SortedSet<String> named(KubernetesObject entry, String list) {
        return entry.fields().maps(list).stream()
                .map(gate -> FieldReader.of(gate).string("name"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * The gates of this release.
     *
     * @param featureGate FeatureGate {@code cluster}, if it is there
     * @param clusterVersion ClusterVersion {@code version}, if it is there
     * @return none as long as the cluster has no entry for the release
     */
    public static Optional<EnabledFeatures> observed(
            Optional<KubernetesObject> featureGate, Optional<KubernetesObject> clusterVersion, ReleaseVersion release) {
        String version = release.forFeatureGates(clusterVersion.map(KubernetesObject::tree));
        return featureGate.flatMap(gate -> of(gate.tree(), version));
    }

    /** The releases that a FeatureGate has entries for, in its order. */
    public static List<String> versions(Map<String, Object> featureGate) {
        return FieldReader.of(featureGate).maps("status", "featureGates").stream()
                .map(entry -> FieldReader.of(entry).string("version"))
                .toList();
    }

    /**
     * With those gates that are on though they are not listed.
     *
     * @param graduated gate to the minor release since which it is always on
     */
    public EnabledFeatures withGraduated(Map<String, String> graduated) {
        SortedSet<String> on = new TreeSet<>(names);
        graduated.forEach((gate, since) -> {
            if (!disabled.contains(gate) && release.isSince(since)) {
                on.add(gate);
            }
        });
        return new EnabledFeatures(on, disabled, release);
    }

    /** Whether a gate is on. */
    public boolean isEnabled(String name) {
        return names.contains(name);
    }

    /** Whether a gate is listed as disabled; a gate that is not listed is neither this nor on. */
    public boolean isDisabled(String name) {
        return disabled.contains(name);
    }

    /** The gates listed as enabled that the provider's program knows, in the format of its flag; empty when there is none. */
    public String cloudFeatureGates(Provider provider) {
        return provider.featureGates().stream()
                .filter(this::isEnabled)
                .map(name -> name + "=true")
                .collect(Collectors.joining(","));
    }

    /**
     * A line on the enabled gates of cloud controller managers that the provider's program is not known to have: they are not
     * passed. None where the provider passes no gates, or all.
     */
    public Optional<String> omittedFeatureGates(Provider provider) {
        List<String> omitted = provider.descriptor().uses(ClusterFact.CLOUD_FEATURE_GATES)
                ? Provider.CLOUD_FEATURE_GATES.stream()
                        .filter(name ->
                                isEnabled(name) && !provider.featureGates().contains(name))
                        .toList()
                : List.of();
        return omitted.isEmpty()
                ? Optional.empty()
                : Optional.of("feature gates " + String.join(", ", omitted)
                        + " are enabled, but not passed: the cloud controller manager of provider "
                        + provider.descriptor().name() + " is not known to have them");
    }
}
