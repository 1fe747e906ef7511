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
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.ProxySettings.TrustedCa;
import io.ccmoperator.plan.PlanSettings;
import io.ccmoperator.plan.Snapshot;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The objects that belong to the administrator of the cluster and decide on those of the provider. */
record UserObjects(PlanSettings cluster, ClusterDescription description) {
    /** Those that facts are in. */
    List<ObjectKey> described() {
        return description.of(List.of(
                INFRASTRUCTURE, PROXY, NETWORK, FEATURE_GATE, API_SERVER, CLUSTER_VERSION, CLOUD_CONTROLLER_MANAGER));
    }

    /** Those that exist, with what they name: for the related objects of the status. */
    List<ObjectKey> sources(Infrastructure infrastructure, Optional<KubernetesObject> manager) {
        Set<ObjectKey> all = new LinkedHashSet<>(Set.of(description.key()));
        Optional<KubernetesObject> proxy = description.proxy().object();
        proxy.ifPresent(exists -> all.add(description.of(PROXY)));
        manager.ifPresent(exists -> all.add(CLOUD_CONTROLLER_MANAGER));
        infrastructure.cloudConfig().map(UserObjects::key).ifPresent(all::add);
        proxy.flatMap(TrustedCa::of)
                .ifPresent(
                        source -> all.add(new ObjectKey(ResourceKind.CONFIG_MAP, source.namespace(), source.name())));
        return List.copyOf(all);
    }

    /** What cloud-conf is made of, as far as its user has it. */
    ObjectKey source(Infrastructure infrastructure) {
        return infrastructure.cloudConfig().map(UserObjects::key).orElseGet(() -> cloudConf(infrastructure));
    }

    /** The ConfigMap or Secret cloud-conf. */
    ObjectKey cloudConf(Infrastructure infrastructure) {
        return new ObjectKey(infrastructure.kindOfCloudConf(), cluster.managedNamespace(), "cloud-conf");
    }

    /**
     * The copies of cloud-conf in the kind that it is not of, and cloud-conf of that kind once there is the other one: the configuration may have been
     * there before, with a password, and an earlier process may have ended since.
     */
    Stream<ObjectKey> ofOtherKind(Infrastructure infrastructure, Snapshot snapshot) {
        ObjectKey present = cloudConf(infrastructure);
        ResourceKind other = present.kind() == ResourceKind.SECRET ? ResourceKind.CONFIG_MAP : ResourceKind.SECRET;
        return Stream.concat(
                ConfigCopies.all(other, present.namespace()).stream(),
                snapshot.object(present).stream()
                        .map(moved -> new ObjectKey(other, present.namespace(), present.name())));
    }

    private static ObjectKey key(Infrastructure.CloudConfigReference source) {
        return new ObjectKey(source.kind(), source.namespace(), source.name());
    }
}
