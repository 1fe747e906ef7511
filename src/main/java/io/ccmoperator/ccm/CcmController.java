// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.KUBE_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.PROXY;

import io.ccmoperator.apply.ApplyEngine;
import io.ccmoperator.apply.ApplyRecorder;
import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.DynamicWatches;
import io.ccmoperator.client.InitialSync;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.LastResult;
import io.ccmoperator.cluster.OnChange;
import io.ccmoperator.cluster.ProxySettings.TrustedCa;
import io.ccmoperator.events.EventReason;
import io.ccmoperator.events.Warnings;
import io.ccmoperator.status.CloudControllerManagerStatus;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.SyncControllers;
import io.ccmoperator.substitution.CheckedOverrides;
import io.ccmoperator.substitution.DesiredResources;
import io.ccmoperator.substitution.PolicyNames;
import io.ccmoperator.substitution.ProviderSelection;
import io.ccmoperator.substitution.RequiredNetworks;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** The controller of the CCM resources: applies the objects of the provider of the platform. */
public final class CcmController {
    private static final Logger LOG = Logger.getLogger(CcmController.class);

    /** The SDK does not retry a primary that is being deleted, where an object may have a finalizer of another client, and stay for long. */
    private static final Duration AGAIN = Duration.ofSeconds(10);

    private static final Duration SOON = Duration.ofSeconds(1);

    private final ObjectCache objects;
    private final ClusterOperatorStatusWriter status;
    private final ProviderIndex providers;
    private final Function<Infrastructure, Optional<Provider>> selection;
    private final FactsReader facts;
    private final ClusterDescription description;
    private final Supplier<ImageReferences> images;
    private final InitialSync first;
    private final OverrideReferences overrides;
    private final Removal removal;
    private final AppliedObjects applied;
    private final ResourceReconciler resources;
    private final OnChange<List<ObjectKey>> renamed;
    private final Consumer<Duration> requeueAfter;
    private final Function<Inputs, List<KubernetesObject>> desired = new LastResult<>(Inputs::desired);
    private final OnChange<List<String>> logOmitted = new OnChange<>(List.of(), omitted -> omitted.forEach(LOG::warn));

    private final Warnings refusedOverrides;
    private final Warnings unknownProvider;

    /** The name of the provider, "" where there is none; empty while that is not known. */
    private Optional<String> provider = Optional.empty();

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
        this.providers = providers;
        this.selection = new LastResult<>(infrastructure -> ProviderSelection.of(infrastructure, providers));
        this.facts = facts;
        this.images = images;
        this.description = facts.description();
        this.first = new InitialSync(objects, facts.sources(), trigger);
        if (description.distribution() == Distribution.OPENSHIFT) {
            objects.watch(KUBE_CONTROLLER_MANAGER, trigger);
        }
        this.refusedOverrides = new Warnings(objects, cluster.events(), EventReason.OVERRIDES_REFUSED);
        this.unknownProvider = new Warnings(objects, cluster.events(), EventReason.PROVIDER_UNKNOWN);
        this.overrides = new OverrideReferences(objects, trigger);
        ApplyRecorder recorder = new ApplyRecorder(cluster.events());
        this.removal = new Removal(cluster.server(), recorder, providers, facts.managedNamespace());
        this.applied = new AppliedObjects(status);
        this.renamed = new OnChange<>(List.of(), applied::addFormer);
        ApplyEngine engine = new ApplyEngine(cluster, applied, trigger);
        this.requeueAfter = engine::requeueAfter;
        this.resources = new ResourceReconciler(
                new DynamicWatches(objects, trigger),
                applied,
                engine,
                new Pruning(cluster.server(), recorder),
                new ConfigHashes(objects, recorder, cluster.clock(), engine::requeueAfter),
                new WorkloadHealth(cluster, status, engine::requeueAfter));
    }

    /** Reconciles, in the order of the specification; the first time it waits a moment for what has to be known. */
    public ReconcileResult reconcile() throws InterruptedException {
        first.await();
        long generation = generation();
        ReconcileResult result = reconcileObjects();
        if (description.distribution() == Distribution.OPENSHIFT) {
            result = letGo(result);
        }
        status.describe(new CloudControllerManagerStatus(generation, provider, resources.states()));
        return result;
    }

    private ReconcileResult reconcileObjects() throws InterruptedException {
        for (ObjectKey key : List.of(description.key(), CLOUD_CONTROLLER_MANAGER)) {
            if (!objects.state(key).isSynced()) {
                return ReconcileResult.transientFailure(key + " cannot be read");
            }
        }
        if (description.distribution() == Distribution.KUBERNETES) {
            Optional<ReconcileResult> result = keepUntilRemoved();
            if (result.isPresent()) {
                return result.get();
            }
        }
        CacheState infrastructure = description.infrastructure();
        if (infrastructure.object().isEmpty()) {
            return ReconcileResult.converged();
        }
        if (description.distribution() == Distribution.KUBERNETES) {
            Optional<String> mistake = mistake(infrastructure.object().get());
            unknownProvider.record(CLOUD_CONTROLLER_MANAGER, mistake.stream().toList());
            if (mistake.isPresent()) {
                // It may be a slip: what was applied is left as it is.
                provider = Optional.of("");
                return new ReconcileResult.Degraded(mistake.get(), ReconcileResult.Kind.TERMINAL, true);
            }
        }
        Optional<ReconcileResult> unmetPrecondition =
                SyncControllers.unmetPrecondition(status.key(), status::condition);
        if (unmetPrecondition.isPresent()) {
            return unmetPrecondition.get();
        }
        try {
            return deploy(Infrastructure.of(infrastructure.object().get().tree()));
        } catch (InvalidInputException e) {
            return ReconcileResult.terminalFailure(String.join("; ", e.lines()));
        }
    }

    /** Why no provider is known for the cluster that the object describes; empty if one is. */
    private Optional<String> mistake(KubernetesObject described) {
        try {
            return ProviderSelection.mistake(Infrastructure.of(described.tree()), true, providers)
                    .map(mistake -> DescribedCluster.OBJECT + ": " + mistake);
        } catch (InvalidInputException e) {
            return Optional.of(String.join("; ", e.lines()));
        }
    }

    /** The result where the object that describes the cluster is being deleted, or cannot be kept; empty otherwise. */
    private Optional<ReconcileResult> keepUntilRemoved() throws InterruptedException {
        Optional<KubernetesObject> manager =
                objects.state(CLOUD_CONTROLLER_MANAGER).object();
        if (manager.isPresent() && DescribedCluster.isDeleted(manager.get())) {
            provider = Optional.of("");
            ReconcileResult result = removal.run(manager.get(), applied.earlier());
            if (result instanceof ReconcileResult.Converged) {
                resources.forget();
            } else {
                requeueAfter.accept(result instanceof ReconcileResult.Progressing ? SOON : AGAIN);
            }
            return Optional.of(result);
        }
        if (manager.isPresent() && !Removal.holds(manager.get())) {
            try {
                objects.recordWrite(removal.hold(manager.get()), null);
            } catch (ApiException e) {
                if (!e.isConflict()) {
                    return Optional.of(ReconcileResult.transientFailure(e.getMessage()));
                }
                requeueAfter.accept(SOON);
                return Optional.of(new ReconcileResult.Waiting("the newest " + CLOUD_CONTROLLER_MANAGER));
            }
        }
        return Optional.empty();
    }

    /** On OpenShift there is nothing to remove: the finalizer of an object that was copied from another cluster would keep it for ever. */
    private ReconcileResult letGo(ReconcileResult result) {
        Optional<ReconcileResult> failure = objects.state(CLOUD_CONTROLLER_MANAGER)
                .object()
                .filter(Removal::holds)
                .map(removal::letGo)
                .filter(ReconcileResult.Degraded.class::isInstance);
        failure.ifPresent(again -> requeueAfter.accept(AGAIN));
        return result instanceof ReconcileResult.Degraded ? result : failure.orElse(result);
    }

    private ReconcileResult deploy(Infrastructure infrastructure) throws InterruptedException {
        status.relateSources(sources(infrastructure));
        Optional<Provider> selected = selection.apply(infrastructure);
        provider = Optional.of(selected.map(found -> found.descriptor().name()).orElse(""));
        if (selected.isEmpty()) {
            return resources.deploy(List.of(), CredentialsUse.ALWAYS, Set.of());
        }
        if (description.distribution() == Distribution.KUBERNETES) {
            renamed.accept(PolicyNames.renamed(selected.get()).stream()
                    .map(ObjectKey::of)
                    .toList());
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
        logOmitted.accept(known.get().omitted(selected.get()));
        return deploy(selected.get(), known.get());
    }

    private ReconcileResult deploy(Provider selected, ClusterFacts known) throws InterruptedException {
        Optional<String> unknown = overrides.watch(selected, known);
        if (unknown.isPresent()) {
            return ReconcileResult.transientFailure(unknown.get());
        }
        CheckedOverrides checked = overrides.check(selected, known);
        refusedOverrides.record(CLOUD_CONTROLLER_MANAGER, checked.refused());
        ReconcileResult result = resources.deploy(
                desired.apply(new Inputs(selected, known.with(checked.effective()), images.get())),
                CredentialsUse.of(selected.descriptor()),
                overrides.missing(known));
        if (!checked.refused().isEmpty() && !(result instanceof ReconcileResult.Converged)) {
            // A terminal failure is not retried, but the rest continues.
            requeueAfter.accept(AGAIN);
        }
        return result.with(checked.warnings(), checked.refused());
    }

    private long generation() {
        return objects.state(CLOUD_CONTROLLER_MANAGER)
                .object()
                .map(object -> object.fields().at("metadata", "generation"))
                .map(Long.class::cast)
                .orElse(0L);
    }

    /** What decides on the objects, and belongs to the administrator of the cluster. */
    private List<ObjectKey> sources(Infrastructure infrastructure) {
        Set<ObjectKey> all = new LinkedHashSet<>(Set.of(description.key()));
        Optional<KubernetesObject> proxy = description.proxy().object();
        proxy.ifPresent(exists -> all.add(description.of(PROXY)));
        objects.state(CLOUD_CONTROLLER_MANAGER).object().ifPresent(exists -> all.add(CLOUD_CONTROLLER_MANAGER));
        infrastructure
                .cloudConfig()
                .ifPresent(source -> all.add(new ObjectKey(source.kind(), source.namespace(), source.name())));
        proxy.flatMap(TrustedCa::of)
                .ifPresent(
                        source -> all.add(new ObjectKey(ResourceKind.CONFIG_MAP, source.namespace(), source.name())));
        return List.copyOf(all);
    }
}
