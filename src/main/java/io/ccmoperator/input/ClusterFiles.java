// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.ClusterNetworks;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.cluster.ProxySettings;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.cluster.TlsSecurityProfile;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.cluster.WithWarnings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A cluster described by files instead of an API server: the manifests of its configuration objects.
 *
 * @param description names the platform; a CloudControllerManager says all of the cluster, and then there are none of OpenShift's
 * @param proxy the Proxy, empty if none is given
 * @param network the Network, empty if none is given
 * @param featureGate the FeatureGate, empty if none is given
 * @param apiServer the APIServer, empty if none is given
 * @param overrides the CloudControllerManager, empty if none is given
 */
public record ClusterFiles(
        DescribingFile description,
        Optional<Path> proxy,
        Optional<Path> network,
        Optional<Path> featureGate,
        Optional<Path> apiServer,
        Optional<Path> overrides) {

    /**
     * Reads all files.
     *
     * @param distribution the kind of cluster
     * @param managedNamespace the namespace in which cloud controller managers run
     * @param version the release whose feature gates are effective
     * @param tlsFlags settings that replace those of the APIServer
     * @throws InvalidInputException if a file is not a manifest of its kind; each line names the file
     */
    public WithWarnings<ClusterFacts> read(
            Distribution distribution,
            String managedNamespace,
            ReleaseVersion version,
            Optional<TlsSettings> tlsFlags,
            UnknownFields unknownFields) {
        Infrastructure infrastructure = description.infrastructure(unknownFields);
        List<String> warnings = new ArrayList<>();
        Optional<KubernetesObject> manager = overrides.map(file ->
                new KubernetesObject(ManifestFile.read(file, ManifestKind.CLOUD_CONTROLLER_MANAGER, unknownFields)));
        if (manager.filter(DescribedCluster::isUnmanaged).isPresent()) {
            warnings.add(overrides.get() + ": spec.managementState is Unmanaged: run would apply nothing of this");
        }
        Overrides set = manager.map(object -> Overrides.of(object.tree())).orElse(Overrides.NONE);
        if (description.isManager()) {
            DescribedCluster cluster = description.cluster(unknownFields);
            ClusterFacts facts = new ClusterFacts(
                    infrastructure,
                    distribution,
                    managedNamespace,
                    ProxySettings.of(cluster.proxy().tree()),
                    ClusterNetworks.of(cluster.network().tree()),
                    EnabledFeatures.NONE,
                    tlsFlags.orElseGet(cluster::tls),
                    set);
            return new WithWarnings<>(facts, warnings);
        }
        ClusterFacts facts = new ClusterFacts(
                infrastructure,
                distribution,
                managedNamespace,
                proxy.map(file -> collect(proxy(file, unknownFields), warnings)).orElse(ProxySettings.NONE),
                network.map(file -> ManifestFile.read(file, ManifestKind.NETWORK, unknownFields))
                        .map(ClusterNetworks::of)
                        .orElse(ClusterNetworks.NONE),
                featureGate
                        .map(file -> collect(features(file, version, unknownFields), warnings))
                        .orElse(EnabledFeatures.NONE),
                collect(tls(tlsFlags, unknownFields), warnings),
                set);
        return new WithWarnings<>(facts, warnings);
    }

    /**
     * The feature gates that a FeatureGate lists for a release.
     *
     * @return with a warning where it has no entry for the release; then no gate is on
     * @throws InvalidInputException if the file is not a FeatureGate
     */
    public static WithWarnings<EnabledFeatures> features(
            Path file, ReleaseVersion version, UnknownFields unknownFields) {
        Map<String, Object> tree = ManifestFile.read(file, ManifestKind.FEATURE_GATE, unknownFields);
        String expected = version.forFeatureGates(Optional.empty());
        return EnabledFeatures.of(tree, expected)
                .map(WithWarnings::of)
                .orElseGet(() -> new WithWarnings<>(
                        EnabledFeatures.NONE,
                        List.of(file + ": status.featureGates has no entry for version " + expected + ", but for "
                                + EnabledFeatures.versions(tree)
                                + "; no feature gate is enabled. Set RELEASE_VERSION to choose one")));
    }

    private static WithWarnings<ProxySettings> proxy(Path file, UnknownFields unknownFields) {
        ProxySettings settings = ProxySettings.of(ManifestFile.read(file, ManifestKind.PROXY, unknownFields));
        return new WithWarnings<>(settings, settings.warnings(file + ": status."));
    }

    private WithWarnings<TlsSettings> tls(Optional<TlsSettings> flags, UnknownFields unknownFields) {
        Optional<WithWarnings<TlsSettings>> profile = apiServer
                .map(file -> ManifestFile.read(file, ManifestKind.API_SERVER, unknownFields))
                .map(TlsSecurityProfile::read);
        return flags.map(WithWarnings::of)
                .or(() -> profile)
                .orElseGet(() -> WithWarnings.of(TlsSecurityProfile.usual()));
    }

    private static <T> T collect(WithWarnings<T> observed, List<String> warnings) {
        warnings.addAll(observed.warnings());
        return observed.value();
    }
}
