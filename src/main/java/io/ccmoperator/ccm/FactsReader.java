// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.client.ClusterObjects.API_SERVER;
import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.CLUSTER_VERSION;
import static io.ccmoperator.client.ClusterObjects.FEATURE_GATE;
import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;
import static io.ccmoperator.client.ClusterObjects.NETWORK;
import static io.ccmoperator.client.ClusterObjects.PROXY;

import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.ClusterNetworks;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.ProxySettings;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.cluster.TlsSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the facts of the cluster. */
public final class FactsReader {
    /** A new cluster has its feature gates only after some time; a CCM must not wait for them for ever. */
    private static final Duration FEATURES_WITHIN = Duration.ofMinutes(1);

    private final ClusterDescription description;
    private final String managedNamespace;
    private final ReleaseVersion version;
    private final Supplier<TlsSettings> tls;
    private final Clock clock;
    private final Instant start;

    /**
     * @param tls the effective settings; a change of the object that they are in triggers the controller
     * @param clock the time now is the start of the wait for feature gates
     */
    public FactsReader(
            ClusterDescription description,
            String managedNamespace,
            ReleaseVersion version,
            Supplier<TlsSettings> tls,
            Clock clock) {
        this.description = description;
        this.managedNamespace = managedNamespace;
        this.version = version;
        this.tls = tls;
        this.clock = clock;
        this.start = clock.instant();
    }

    /** Where the facts of the cluster come from. */
    ClusterDescription description() {
        return description;
    }

    /** The namespace in which cloud controller managers run. */
    String managedNamespace() {
        return managedNamespace;
    }

    /** The objects that the facts are in. */
    List<ObjectKey> sources() {
        return description.of(List.of(
                INFRASTRUCTURE, PROXY, NETWORK, FEATURE_GATE, API_SERVER, CLUSTER_VERSION, CLOUD_CONTROLLER_MANAGER));
    }

    /** The facts; none while the feature gates of the release may still appear. */
    Optional<ClusterFacts> read(Infrastructure infrastructure) {
        return features()
                .map(features -> new ClusterFacts(
                        infrastructure,
                        description.distribution(),
                        managedNamespace,
                        description
                                .proxy()
                                .object()
                                .map(proxy -> ProxySettings.of(proxy.tree()))
                                .orElse(ProxySettings.NONE),
                        description
                                .network()
                                .map(network -> ClusterNetworks.of(network.tree()))
                                .orElse(ClusterNetworks.NONE),
                        features,
                        tls.get(),
                        description.overrides()));
    }

    /** The release whose feature gates are waited for. */
    String versionOfFeatures() {
        return description.versionOfFeatures(version);
    }

    private Optional<EnabledFeatures> features() {
        return description
                .features(version)
                .or(() -> clock.instant().isBefore(start.plus(FEATURES_WITHIN))
                        ? Optional.empty()
                        : Optional.of(EnabledFeatures.NONE));
    }
}
