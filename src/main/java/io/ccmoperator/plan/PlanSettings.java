// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.plan;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;

import io.ccmoperator.assets.KubernetesMinor;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.status.InputFinding;
import io.ccmoperator.substitution.ProviderSelection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What plans depend on beside the objects of the cluster.
 *
 * @param distribution the kind of cluster
 * @param operatorNamespace where the ConfigMaps and Secrets are that a CloudControllerManager refers to
 * @param managedNamespace where cloud controller managers run
 * @param release that whose feature gates count
 * @param singleNode whether there is one control plane node only; asked where no object says it
 * @param kubernetes the minor version of the API server; empty as long as it cannot be read. Asked where an image depends on it
 * @param providers those that the operator has
 */
public record PlanSettings(
        Distribution distribution,
        String operatorNamespace,
        String managedNamespace,
        ReleaseVersion release,
        BooleanSupplier singleNode,
        Supplier<Optional<KubernetesMinor>> kubernetes,
        ProviderIndex providers) {
    /**
     * What the objects of a snapshot say of the cluster. An object of OpenShift that is not there any more counts as it was seen last: no client
     * deletes it to change the cluster. A CloudControllerManager is deleted for what it says, and another one is about another cluster.
     */
    public ClusterDescription description(Snapshot snapshot) {
        if (!isOpenShift()) {
            snapshot.object(CLOUD_CONTROLLER_MANAGER).ifPresent(snapshot::isAbout);
        }
        return new ClusterDescription(
                distribution,
                operatorNamespace,
                key -> key.equals(CLOUD_CONTROLLER_MANAGER) ? snapshot.state(key) : snapshot.lastState(key),
                () -> snapshot.given(singleNode::getAsBoolean),
                providers(snapshot));
    }

    /** Those that the operator has now: a folder may extend them while it runs. */
    public ProviderIndex providers(Snapshot snapshot) {
        snapshot.given(providers::state);
        return providers;
    }

    /** The provider of the cluster's platform; none where it has no external cloud provider, or no provider is known. */
    public Optional<Provider> provider(Snapshot snapshot, Infrastructure infrastructure) {
        return snapshot.result("provider", infrastructure, of -> ProviderSelection.of(of, providers(snapshot)));
    }

    /** The enabled feature gates; empty while the cluster has never had an entry for the release. */
    public Optional<EnabledFeatures> features(Snapshot snapshot, ClusterDescription description) {
        return snapshot.result("features", () -> snapshot.lastKnown("features", description.features(release)));
    }

    /** A line for each object of the cluster's description that counts as it was seen last. */
    public List<InputFinding> outdated(Snapshot snapshot, List<ObjectKey> description) {
        Stream<InputFinding> missing = description.stream()
                .filter(key -> !key.equals(CLOUD_CONTROLLER_MANAGER)
                        && snapshot.object(key).isEmpty()
                        && snapshot.lastSeen(key).isPresent())
                .map(key -> InputFinding.passing(
                        key + " does not exist any more: what it said last counts; create it again"));
        return Stream.concat(missing, snapshot.ofOtherVersions(description).stream())
                .toList();
    }

    /** The same for another release. */
    public PlanSettings with(ReleaseVersion other) {
        return new PlanSettings(
                distribution, operatorNamespace, managedNamespace, other, singleNode, kubernetes, providers);
    }

    /** Whether the cluster is one of OpenShift. */
    public boolean isOpenShift() {
        return distribution == Distribution.OPENSHIFT;
    }
}
