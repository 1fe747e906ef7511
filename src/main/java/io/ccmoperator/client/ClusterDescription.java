// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static io.ccmoperator.client.ClusterObjects.API_SERVER;
import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.CLUSTER_VERSION;
import static io.ccmoperator.client.ClusterObjects.FEATURE_GATE;
import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;
import static io.ccmoperator.client.ClusterObjects.NETWORK;
import static io.ccmoperator.client.ClusterObjects.PROXY;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.cluster.TlsSecurityProfile;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.cluster.WithWarnings;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * What describes the cluster: the objects of OpenShift, or on other clusters the CloudControllerManager {@code cluster}. The answers have
 * the same form; who has to know which it is asks the {@link Distribution}.
 */
public final class ClusterDescription {
    private final Distribution distribution;
    private final String operatorNamespace;
    private final Function<ObjectKey, CacheState> objects;
    private final BooleanSupplier singleNode;
    private final ProviderIndex providers;

    /**
     * @param operatorNamespace where the ConfigMaps and Secrets are that a CloudControllerManager refers to
     * @param objects the state of an object
     * @param singleNode whether there is one control plane node only; asked where the object does not say it
     * @param providers by whose names a CloudControllerManager says what the cluster runs on
     */
    public ClusterDescription(
            Distribution distribution,
            String operatorNamespace,
            Function<ObjectKey, CacheState> objects,
            BooleanSupplier singleNode,
            ProviderIndex providers) {
        this.distribution = distribution;
        this.operatorNamespace = operatorNamespace;
        this.objects = objects;
        this.singleNode = singleNode;
        this.providers = providers;
    }

    /** The kind of cluster. */
    public Distribution distribution() {
        return distribution;
    }

    /** The object that names the platform. Without it nothing is applied. */
    public ObjectKey key() {
        return of(INFRASTRUCTURE);
    }

    /** The object that an OpenShift object's part of the description is in. */
    public ObjectKey of(ObjectKey ofOpenShift) {
        return isOpenShift() ? ofOpenShift : CLOUD_CONTROLLER_MANAGER;
    }

    /** The objects that parts of the description are in, which OpenShift's objects name. */
    public List<ObjectKey> of(List<ObjectKey> ofOpenShift) {
        return ofOpenShift.stream().map(this::of).distinct().toList();
    }

    /** The platform, as an Infrastructure has it. On other clusters it is absent as soon as the object is being deleted. */
    public CacheState infrastructure() {
        return part(INFRASTRUCTURE, cluster -> cluster.infrastructure(singleNode));
    }

    /** The proxy and the certificate authorities of the user, as a Proxy has them. */
    public CacheState proxy() {
        return part(PROXY, DescribedCluster::proxy);
    }

    /** The networks, as a Network has them. */
    public Optional<KubernetesObject> network() {
        return part(NETWORK, DescribedCluster::network).object();
    }

    /**
     * The enabled feature gates: on other clusters than OpenShift none.
     *
     * @return none as long as the cluster has no entry for the release
     */
    public Optional<EnabledFeatures> features(ReleaseVersion release) {
        return isOpenShift()
                ? EnabledFeatures.observed(
                        objects.apply(FEATURE_GATE).object(),
                        objects.apply(CLUSTER_VERSION).object(),
                        release)
                : Optional.of(EnabledFeatures.NONE);
    }

    /** The release whose feature gates count. */
    public String versionOfFeatures(ReleaseVersion release) {
        return release.forFeatureGates(objects.apply(CLUSTER_VERSION).object().map(KubernetesObject::tree));
    }

    /** Whether an administrator has taken the cloud controller manager over; not as soon as the object is being deleted. */
    public boolean isUnmanaged() {
        return objects.apply(CLOUD_CONTROLLER_MANAGER)
                .object()
                .filter(object -> !DescribedCluster.isDeleted(object))
                .filter(DescribedCluster::isUnmanaged)
                .isPresent();
    }

    /** What an administrator sets of the cloud controller manager, whatever describes the cluster; nothing as soon as the object is being deleted. */
    public Overrides overrides() {
        return objects.apply(CLOUD_CONTROLLER_MANAGER)
                .object()
                .filter(object -> !DescribedCluster.isDeleted(object))
                .map(object -> Overrides.of(object.tree()))
                .orElse(Overrides.NONE);
    }

    /** The TLS that servers speak; of an object that is not known, the profile Intermediate. */
    public WithWarnings<TlsSettings> tls() {
        Optional<KubernetesObject> source = objects.apply(of(API_SERVER)).object();
        return source.map(object -> isOpenShift()
                        ? TlsSecurityProfile.read(object.tree())
                        : WithWarnings.of(described(object).tls()))
                .orElseGet(() -> WithWarnings.of(TlsSecurityProfile.usual()));
    }

    private CacheState part(ObjectKey ofOpenShift, Function<DescribedCluster, KubernetesObject> read) {
        CacheState source = objects.apply(of(ofOpenShift));
        if (isOpenShift() || source.object().isEmpty()) {
            return source;
        }
        KubernetesObject object = source.object().get();
        return DescribedCluster.isDeleted(object)
                ? new CacheState.Absent()
                : new CacheState.Present(read.apply(described(object)));
    }

    private DescribedCluster described(KubernetesObject object) {
        return new DescribedCluster(object, operatorNamespace, providers);
    }

    private boolean isOpenShift() {
        return distribution == Distribution.OPENSHIFT;
    }
}
