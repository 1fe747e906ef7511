// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.client.ClusterObjects.API_SERVER;
import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.CLUSTER_VERSION;
import static io.ccmoperator.client.ClusterObjects.FEATURE_GATE;
import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;
import static io.ccmoperator.client.ClusterObjects.NETWORK;
import static io.ccmoperator.client.ClusterObjects.PROXY;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.ClusterNetworks;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.cluster.ProxySettings;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.cluster.TlsSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the facts of the cluster from the cache. */
public final class FactsReader {
    /** A new cluster has its feature gates only after some time; a CCM must not wait for them for ever. */
    private static final Duration FEATURES_WITHIN = Duration.ofMinutes(1);

    private final ObjectCache objects;
    private final Distribution distribution;
    private final String managedNamespace;
    private final ReleaseVersion version;
    private final Supplier<TlsSettings> tls;
    private final Clock clock;
    private final Instant start;

    /**
     * @param tls the effective settings; a change of the APIServer {@code cluster} triggers the controller
     * @param clock the time now is the start of the wait for feature gates
     */
    public FactsReader(
            ObjectCache objects,
            Distribution distribution,
            String managedNamespace,
            ReleaseVersion version,
            Supplier<TlsSettings> tls,
            Clock clock) {
        this.objects = objects;
        this.distribution = distribution;
        this.managedNamespace = managedNamespace;
        this.version = version;
        this.tls = tls;
        this.clock = clock;
        this.start = clock.instant();
    }

    /** The kind of cluster. */
    Distribution distribution() {
        return distribution;
    }

    /** The objects that the facts are in. Only OpenShift has a ClusterVersion. */
    List<ObjectKey> sources() {
        List<ObjectKey> sources = new ArrayList<>(
                List.of(INFRASTRUCTURE, PROXY, NETWORK, FEATURE_GATE, API_SERVER, CLOUD_CONTROLLER_MANAGER));
        if (distribution == Distribution.OPENSHIFT) {
            sources.add(CLUSTER_VERSION);
        }
        return sources;
    }

    /** The facts; none while the feature gates of the release may still appear. */
    Optional<ClusterFacts> read(Infrastructure infrastructure) {
        return features()
                .map(features -> new ClusterFacts(
                        infrastructure,
                        distribution,
                        managedNamespace,
                        proxy(),
                        networks(),
                        features,
                        tls.get(),
                        overrides()));
    }

    /** The release whose feature gates are waited for. */
    String versionOfFeatures() {
        return version.forFeatureGates(objects.state(CLUSTER_VERSION).object().map(KubernetesObject::tree));
    }

    private Optional<EnabledFeatures> features() {
        return EnabledFeatures.observed(
                        objects.state(FEATURE_GATE).object(),
                        objects.state(CLUSTER_VERSION).object(),
                        version)
                .or(() -> clock.instant().isBefore(start.plus(FEATURES_WITHIN))
                        ? Optional.empty()
                        : Optional.of(EnabledFeatures.NONE));
    }

    private ProxySettings proxy() {
        return objects.state(PROXY)
                .object()
                .map(proxy -> ProxySettings.of(proxy.tree()))
                .orElse(ProxySettings.NONE);
    }

    private Overrides overrides() {
        return objects.state(CLOUD_CONTROLLER_MANAGER)
                .object()
                .map(object -> Overrides.of(object.tree()))
                .orElse(Overrides.NONE);
    }

    private ClusterNetworks networks() {
        return objects.state(NETWORK)
                .object()
                .map(network -> ClusterNetworks.of(network.tree()))
                .orElse(ClusterNetworks.NONE);
    }
}
