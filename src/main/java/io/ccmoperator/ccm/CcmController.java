// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
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
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.events.EventReason;
import io.ccmoperator.events.EventRecorder;
import io.ccmoperator.events.EventSubject;
import io.ccmoperator.status.CloudControllerManagerStatus;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.SyncControllers;
import io.ccmoperator.substitution.DesiredResources;
import io.ccmoperator.substitution.ProviderSelection;
import io.ccmoperator.substitution.RefusedOverrides;
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
    private final EventRecorder events;
    private final OverrideReferences references;
    private final ResourceReconciler resources;
    private final Function<Inputs, List<KubernetesObject>> desired = new LastResult<>(Inputs::desired);
    private final OnChange<Optional<String>> logOmitted =
            new OnChange<>(Optional.empty(), omitted -> omitted.ifPresent(LOG::warn));

    private final OnChange<List<String>> recordRefused = new OnChange<>(List.of(), this::recordRefused);

    /** The name of the provider; empty where there is none. */
    private String provider = "";

    /** The last valid ones; empty until there are any. */
    private Optional<Overrides> inForce = Optional.empty();

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
        this.events = cluster.events();
        this.references = new OverrideReferences(objects, trigger);
        ApplyRecorder recorder = new ApplyRecorder(events);
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
        long generation = generation();
        ReconcileResult result = reconcileObjects();
        status.describe(new CloudControllerManagerStatus(generation, provider, resources.states()));
        return result;
    }

    private ReconcileResult reconcileObjects() throws InterruptedException {
        CacheState infrastructure = objects.state(INFRASTRUCTURE);
        if (!infrastructure.isSynced()) {
            return ReconcileResult.transientFailure(INFRASTRUCTURE + " cannot be read");
        }
        if (infrastructure.object().isEmpty()) {
            return ReconcileResult.converged();
        }
        if (!objects.state(CLOUD_CONTROLLER_MANAGER).isSynced()) {
            return ReconcileResult.transientFailure(CLOUD_CONTROLLER_MANAGER + " cannot be read");
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
        Optional<Provider> selected = selection.apply(infrastructure);
        provider = selected.map(found -> found.descriptor().name()).orElse("");
        if (selected.isEmpty()) {
            return resources.deploy(List.of(), CredentialsUse.ALWAYS);
        }
        Optional<ClusterFacts> known = facts.read(infrastructure);
        if (known.isEmpty()) {
            return new ReconcileResult.Waiting(
                    "the feature gates of version " + facts.versionOfFeatures() + " in FeatureGate cluster");
        }
        List<String> missing = RequiredNetworks.missing(selected.get().descriptor(), known.get());
        if (!missing.isEmpty()) {
            return ReconcileResult.transientFailure(String.join("; ", missing));
        }
        logOmitted.accept(known.get().features().omittedFeatureGates(selected.get()));
        List<String> refused = new ArrayList<>(RefusedOverrides.of(selected.get(), known.get()));
        refused.addAll(references.missing(known.get()));
        recordRefused.accept(refused);
        if (refused.isEmpty()) {
            inForce = Optional.of(known.get().overrides());
        }
        // Until the first valid ones nothing is known that could be in force: what was applied before is left as it is.
        Optional<ReconcileResult> result = Optional.empty();
        if (inForce.isPresent()) {
            result = Optional.of(resources.deploy(
                    desired.apply(new Inputs(selected.get(), known.get().with(inForce.get()), images.get())),
                    CredentialsUse.of(selected.get().descriptor())));
        }
        return refused.isEmpty() ? result.orElseThrow() : ReconcileResult.terminalFailure(String.join("; ", refused));
    }

    private long generation() {
        return objects.state(CLOUD_CONTROLLER_MANAGER)
                .object()
                .map(object -> object.fields().at("metadata", "generation"))
                .map(Long.class::cast)
                .orElse(0L);
    }

    private void recordRefused(List<String> refused) {
        objects.state(CLOUD_CONTROLLER_MANAGER)
                .object()
                .map(EventSubject::of)
                .ifPresent(subject -> refused.forEach(line -> {
                    LOG.warn(line);
                    events.record(subject, EventReason.OVERRIDES_REFUSED, line);
                }));
    }

    /** What decides on the objects, and belongs to the administrator of the cluster. */
    private List<ObjectKey> sources(Infrastructure infrastructure) {
        Optional<KubernetesObject> proxy = objects.state(PROXY).object();
        List<ObjectKey> all = new ArrayList<>(List.of(INFRASTRUCTURE));
        proxy.ifPresent(exists -> all.add(PROXY));
        objects.state(CLOUD_CONTROLLER_MANAGER).object().ifPresent(exists -> all.add(CLOUD_CONTROLLER_MANAGER));
        Stream.of(
                        infrastructure.cloudConfig().map(Infrastructure.CloudConfigReference::name),
                        proxy.map(exists -> exists.fields().string("spec", "trustedCA", "name")))
                .flatMap(Optional::stream)
                .filter(name -> !name.isEmpty())
                .forEach(name -> all.add(new ObjectKey(ResourceKind.CONFIG_MAP, "openshift-config", name)));
        return all;
    }
}
