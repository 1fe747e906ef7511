// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;
import static io.ccmoperator.client.ClusterObjects.KUBE_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.PROXY;

import io.ccmoperator.apply.ApplyEngine;
import io.ccmoperator.apply.ApplyRecorder;
import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.DynamicWatches;
import io.ccmoperator.client.InitialSync;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.LastResult;
import io.ccmoperator.cluster.OnChange;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.SyncControllers;
import io.ccmoperator.substitution.DesiredResources;
import io.ccmoperator.substitution.ProviderSelection;
import io.ccmoperator.substitution.RequiredNetworks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/** The controller of the CCM resources: applies the objects of the provider of the platform. */
public final class CcmController {
    private static final Logger LOG = Logger.getLogger(CcmController.class);

    private final ObjectCache objects;
    private final ClusterOperatorStatusWriter status;
    private final Function<Infrastructure, Optional<Provider>> selection;
    private final FactsReader facts;
    private final Supplier<ImageReferences> images;
    private final InitialSync first;
    private final ResourceReconciler resources;
    private final Function<Inputs, List<KubernetesObject>> desired = new LastResult<>(Inputs::desired);
    private final OnChange<Optional<String>> logOmitted =
            new OnChange<>(Optional.empty(), omitted -> omitted.ifPresent(LOG::warn));

    /** What the desired objects depend on, all of it. */
    private record Inputs(Provider provider, ClusterFacts facts, ImageReferences images) {
        List<KubernetesObject> desired() {
            return DesiredResources.of(provider, facts, images);
        }
    }

    /**
     * Begins to watch.
     *
     * @param images reads images.json; throws InvalidInputException when it is missing or invalid
     * @param trigger triggers a reconcile of the controller
     */
    public CcmController(
            ClusterAccess cluster,
            ClusterOperatorStatusWriter status,
            ProviderIndex providers,
            FactsReader facts,
            Supplier<ImageReferences> images,
            Runnable trigger) {
        this.objects = cluster.objects();
        this.status = status;
        this.selection = new LastResult<>(infrastructure -> ProviderSelection.of(infrastructure, providers));
        this.facts = facts;
        this.images = images;
        this.first = new InitialSync(objects, facts.sources(), trigger);
        if (facts.distribution() == Distribution.OPENSHIFT) {
            objects.watch(KUBE_CONTROLLER_MANAGER, trigger);
        }
        ApplyRecorder recorder = new ApplyRecorder(cluster.events());
        AppliedObjects applied = new AppliedObjects(status);
        ApplyEngine engine = new ApplyEngine(cluster, applied, trigger);
        this.resources = new ResourceReconciler(
                new DynamicWatches(objects, trigger),
                applied,
                engine,
                new Pruning(cluster.server(), recorder),
                new ConfigHashes(objects, recorder, cluster.clock(), engine::requeueAfter),
                cluster.metrics());
    }

    /** Reconciles, in the order of the specification; the first time it waits a moment for what has to be known. */
    public ReconcileResult reconcile() throws InterruptedException {
        first.await();
        CacheState infrastructure = objects.state(INFRASTRUCTURE);
        if (!infrastructure.isSynced()) {
            return ReconcileResult.transientFailure(INFRASTRUCTURE + " cannot be read");
        }
        if (infrastructure.object().isEmpty()) {
            return ReconcileResult.converged();
        }
        Optional<ReconcileResult> unmetPrecondition = SyncControllers.unmetPrecondition(status::condition);
        if (unmetPrecondition.isPresent()) {
            return unmetPrecondition.get();
        }
        try {
            return deploy(Infrastructure.of(infrastructure.object().get().tree()));
        } catch (InvalidInputException e) {
            return ReconcileResult.terminalFailure(String.join("; ", e.lines()));
        }
    }

    private ReconcileResult deploy(Infrastructure infrastructure) throws InterruptedException {
        status.relateSources(sources(infrastructure));
        Optional<Provider> provider = selection.apply(infrastructure);
        if (provider.isEmpty()) {
            return resources.deploy(List.of(), CredentialsUse.ALWAYS);
        }
        Optional<ClusterFacts> known = facts.read(infrastructure);
        if (known.isEmpty()) {
            return new ReconcileResult.Waiting(
                    "the feature gates of version " + facts.versionOfFeatures() + " in FeatureGate cluster");
        }
        List<String> missing = RequiredNetworks.missing(provider.get().descriptor(), known.get());
        if (!missing.isEmpty()) {
            return ReconcileResult.transientFailure(String.join("; ", missing));
        }
        logOmitted.accept(known.get().features().omittedFeatureGates(provider.get()));
        return resources.deploy(
                desired.apply(new Inputs(provider.get(), known.get(), images.get())),
                CredentialsUse.of(provider.get().descriptor()));
    }

    /** What decides on the objects, and belongs to the administrator of the cluster. */
    private List<ObjectKey> sources(Infrastructure infrastructure) {
        Optional<KubernetesObject> proxy = objects.state(PROXY).object();
        List<ObjectKey> all = new ArrayList<>(List.of(INFRASTRUCTURE));
        proxy.ifPresent(exists -> all.add(PROXY));
        Stream.of(
                        infrastructure.cloudConfig().map(Infrastructure.CloudConfigReference::name),
                        proxy.map(exists -> exists.fields().string("spec", "trustedCA", "name")))
                .flatMap(Optional::stream)
                .filter(name -> !name.isEmpty())
                .forEach(name -> all.add(new ObjectKey(ResourceKind.CONFIG_MAP, "openshift-config", name)));
        return all;
    }
}
