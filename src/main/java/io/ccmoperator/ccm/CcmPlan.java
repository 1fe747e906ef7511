// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.PROXY;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.OpenShiftApi;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.ClusterNetworks;
import io.ccmoperator.cluster.CredentialSettings;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.cluster.ProxySettings;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.cluster.Topology;
import io.ccmoperator.cluster.WithWarnings;
import io.ccmoperator.plan.Plan;
import io.ccmoperator.plan.PlanSettings;
import io.ccmoperator.plan.Snapshot;
import io.ccmoperator.plan.UnreadableException;
import io.ccmoperator.status.ProgramImage;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.substitution.CheckedOverrides;
import io.ccmoperator.substitution.DesiredResources;
import io.ccmoperator.substitution.ImageChoice;
import io.ccmoperator.substitution.KubernetesNames;
import io.ccmoperator.substitution.ProviderSelection;
import io.ccmoperator.substitution.RequiredNetworks;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Plans the objects of the provider, in the order of the specification. */
public final class CcmPlan {
    /** A new cluster has its feature gates only after some time; a CCM must not wait for them for ever. */
    private static final Duration FEATURES_WITHIN = Duration.ofMinutes(1);

    /** Pods of a Node that does not exist are deleted after a minute. */
    private static final Duration NODE_IS_LOST_FOR = Duration.ofMinutes(5);

    private static final String NO_VERSION =
            "the version of the API server cannot be read, and with it the image of the provider is chosen; permit the operator"
                    + " to get /version, or set spec.controllerManager.image of CloudControllerManager cluster";

    private final Snapshot snapshot;
    private final Inputs inputs;
    private final ClusterDescription description;
    private final Function<KubernetesObject, ConfigurationTrial> trials;
    private final UserObjects user;
    private Optional<KubernetesObject> manager = Optional.empty();
    private Optional<String> providerName = Optional.empty();
    private List<ObjectKey> sources = List.of();
    private List<ObjectKey> former = List.of();
    private Optional<String> unknownProvider = Optional.empty();
    private Optional<CheckedOverrides> overrides = Optional.empty();
    private Optional<Map<String, ProgramImage>> programs = Optional.empty();
    private Optional<NodeLabel> label = Optional.empty();
    private List<String> omitted = List.of();
    private List<KubernetesObject> accounts = List.of();
    private MissingSecrets missing = MissingSecrets.NONE;
    private Map<KubernetesObject, String> unhashed = Map.of();
    private final Map<ObjectKey, String> unusable = new LinkedHashMap<>();
    private Map<ObjectKey, String> takenBack = Map.of();
    private Map<ObjectKey, String> tried = Map.of();
    private Optional<String> awaitedCopy = Optional.empty();

    /**
     * What the plan depends on beside the objects of the cluster.
     *
     * @param images reads images.json; throws InvalidInputException when it is missing or invalid
     * @param tls settings that replace those of the cluster
     * @param unmetPrecondition why the two other controllers, without which nothing is applied, have not succeeded yet
     */
    public record Inputs(
            PlanSettings cluster,
            ProviderIndex providers,
            Supplier<ImageReferences> images,
            Optional<TlsSettings> tls,
            Supplier<Optional<ReconcileResult>> unmetPrecondition) {}

    /** A workload is to have fewer replicas. */
    private record Fewer(ObjectKey workload) {}

    /** What the desired objects depend on, all of it. */
    private record Facts(Provider provider, ClusterFacts facts, ImageReferences images) {
        List<KubernetesObject> desired() {
            return DesiredResources.of(provider, facts, images);
        }
    }

    private CcmPlan(Snapshot snapshot, Inputs inputs, Function<KubernetesObject, ConfigurationTrial> trials) {
        this.snapshot = snapshot;
        this.trials = trials;
        this.inputs = inputs;
        this.description = inputs.cluster.description(snapshot);
        this.user = new UserObjects(inputs.cluster, description);
    }

    /** Makes the plan. */
    public static Plan<CcmFindings> of(Snapshot snapshot, Inputs inputs) {
        return new CcmPlan(snapshot, inputs, live -> ConfigurationTrial.NONE).plan();
    }

    /**
     * The same while the operator runs.
     *
     * @param trials what is known of the configuration of a workload of the cluster
     */
    static Plan<CcmFindings> running(
            Snapshot snapshot, Inputs inputs, Function<KubernetesObject, ConfigurationTrial> trials) {
        return new CcmPlan(snapshot, inputs, trials).plan();
    }

    private Plan<CcmFindings> plan() {
        user.described().forEach(snapshot::state);
        try {
            snapshot.require(List.of(description.key(), CLOUD_CONTROLLER_MANAGER));
        } catch (UnreadableException e) {
            return end(ReconcileResult.transientFailure(e.getMessage()));
        }
        manager = snapshot.object(CLOUD_CONTROLLER_MANAGER);
        Optional<KubernetesObject> infrastructure = description.infrastructure().object();
        if (infrastructure.isEmpty()) {
            return end(ReconcileResult.converged());
        }
        if (description.isUnmanaged()) {
            return end(new ReconcileResult.Unmanaged());
        }
        unknownProvider = inputs.cluster.isOpenShift() ? Optional.empty() : mistake(infrastructure.get());
        if (unknownProvider.isPresent()) {
            // It may be a slip: what was applied is left as it is.
            providerName = Optional.of("");
            return end(new ReconcileResult.Degraded(
                    unknownProvider.get(), ReconcileResult.Kind.TERMINAL, !inputs.providers.isExtended()));
        }
        Optional<ReconcileResult> unmet = inputs.unmetPrecondition.get();
        // What will be needed is read before the precondition is met, or this process begins to lead; until then only
        // the precondition counts.
        Plan<CcmFindings> deployed = deploy(infrastructure.get());
        if (unmet.isPresent()) {
            overrides = Optional.empty();
            return end(unmet.get());
        }
        return deployed;
    }

    private Plan<CcmFindings> deploy(KubernetesObject infrastructure) {
        try {
            return deploy(Infrastructure.of(infrastructure.tree()));
        } catch (UnreadableException e) {
            return end(ReconcileResult.transientFailure(e.getMessage()));
        } catch (InvalidInputException e) {
            return end(ReconcileResult.terminalFailure(String.join("; ", e.lines())));
        }
    }

    /** Why no provider is known for the cluster that the object describes; empty if one is. */
    private Optional<String> mistake(KubernetesObject described) {
        try {
            return ProviderSelection.mistake(Infrastructure.of(described.tree()), true, inputs.providers)
                    .map(mistake -> DescribedCluster.OBJECT + ": " + mistake);
        } catch (InvalidInputException e) {
            return Optional.of(String.join("; ", e.lines()));
        }
    }

    private Plan<CcmFindings> deploy(Infrastructure infrastructure) throws UnreadableException {
        sources = user.sources(infrastructure, manager);
        Optional<Provider> provider = snapshot.result(
                "provider",
                new ProviderSelection(infrastructure, inputs.providers.entries()),
                ProviderSelection::provider);
        providerName =
                Optional.of(provider.map(found -> found.descriptor().name()).orElse(""));
        if (provider.isEmpty() && inputs.providers.isExtended() && needsProvider(infrastructure)) {
            // The folder may be the wrong one: what was applied is left as it is, and works on.
            return end(ReconcileResult.terminalFailure(
                    ProviderSelection.whyNone(infrastructure) + "; what was applied is left as it is"));
        }
        if (provider.isEmpty()) {
            return new Plan.Apply<>(List.of(), findings());
        }
        if (!inputs.cluster.isOpenShift()) {
            former = Stream.concat(
                            KubernetesNames.renamed(provider.get()).stream().map(ObjectKey::of),
                            user.copiesOfOtherKind(infrastructure))
                    .toList();
        }
        Optional<EnabledFeatures> features = features();
        if (features.isEmpty()) {
            return end(new ReconcileResult.Waiting("the feature gates of version "
                    + description.versionOfFeatures(inputs.cluster.release()) + " in FeatureGate cluster"));
        }
        ClusterFacts facts = facts(infrastructure, features.get());
        List<String> missing = RequiredNetworks.missing(provider.get().descriptor(), facts);
        if (!missing.isEmpty()) {
            return end(ReconcileResult.transientFailure(String.join("; ", missing)));
        }
        return deploy(provider.get(), facts);
    }

    private static boolean needsProvider(Infrastructure infrastructure) {
        return infrastructure.externalCloudControllerManager()
                && OpenShiftApi.WITH_PROVIDER.contains(infrastructure.platform());
    }

    private Plan<CcmFindings> deploy(Provider provider, ClusterFacts facts) throws UnreadableException {
        OverrideReferences references = OverrideReferences.read(snapshot, provider, facts);
        CheckedOverrides checked = references.check();
        Overrides effective = withCredentials(checked.effective(), facts.infrastructure());
        overrides = Optional.of(checked);
        omitted = facts.omitted(provider);
        if (inputs.cluster.isOpenShift()) {
            label = NodeLabel.of(provider.descriptor(), facts.features());
        }
        Optional<ImageChoice> choice = choice(provider, facts.with(effective));
        if (choice.isEmpty()) {
            return end(ReconcileResult.transientFailure(NO_VERSION));
        }
        ImageReferences images = choice.get().images();
        overrides = Optional.of(checked.with(choice.get().warnings()));
        Facts present = new Facts(provider, facts.with(effective), images);
        List<KubernetesObject> desired =
                whileNodeIsLost(snapshot.result("desired", present, Facts::desired), present.facts());
        programs = Optional.of(ProgramImage.of(desired, provider.descriptor(), checked.effective(), images));
        snapshot.require(snapshot.result("required", desired, ConfigHashes::required));
        ConfigHashes hashes = new ConfigHashes(snapshot, references.missing());
        Optional<ObjectKey> awaited = hashes.awaited(desired);
        if (awaited.isPresent()) {
            return end(new ReconcileResult.Waiting(awaited.get().toString()));
        }
        ConfigCopies copies = new ConfigCopies(snapshot, desired, trials);
        ConfigurationTrials configurations = new ConfigurationTrials(
                snapshot, copies, trials, desired, effective, user.source(facts.infrastructure()));
        List<KubernetesObject> chosen = configurations.objects(
                desired,
                last -> snapshot.result(
                        "last",
                        new Facts(provider, facts.with(last.withImagesOf(checked.effective())), images),
                        Facts::desired));
        if (configurations.areTakenBack()) {
            snapshot.require(ConfigHashes.required(chosen));
        }
        Map<ObjectKey, AccountAnnotations> annotations =
                AccountAnnotations.of(chosen, configurations::overrides, snapshot::lastSeen);
        snapshot.require(annotations.keySet());
        accounts = AccountAnnotations.changes(annotations, snapshot::object);
        missing = MissingSecrets.of(chosen, snapshot::object);
        if (!inputs.cluster.isOpenShift()) {
            unusable.putAll(UnreadSecrets.warnings(chosen, snapshot::object));
        }
        ConfigCopies.Result mounted = copies.mount(chosen, configurations.copies(), configurations.kept());
        former = Stream.concat(former.stream(), mounted.unused().stream()).toList();
        awaitedCopy = mounted.awaited();
        takenBack = configurations.takenBack();
        tried = configurations.tried();
        List<KubernetesObject> annotated = configurations.remember(hashes.annotate(mounted.objects()));
        unhashed = hashes.unhashed();
        unusable.putAll(hashes.unusable());
        return new Plan.Apply<>(annotated, findings());
    }

    /**
     * A Pod of a node that was lost looks as if it worked until Kubernetes deletes it, so that with fewer replicas the one that does work may be deleted in its
     * place. So the replicas of a control plane that has got one node stay for as long as more than one looks so.
     */
    private List<KubernetesObject> whileNodeIsLost(List<KubernetesObject> desired, ClusterFacts facts) {
        if (inputs.cluster.isOpenShift() || facts.infrastructure().topology() != Topology.SINGLE_REPLICA) {
            return desired;
        }
        return desired.stream()
                .map(object -> object.kind().equals("Deployment") ? whileNodeIsLost(object, facts.overrides()) : object)
                .toList();
    }

    private KubernetesObject whileNodeIsLost(KubernetesObject deployment, Overrides set) {
        ObjectKey key = ObjectKey.of(deployment);
        boolean isSet = set.programs().values().stream()
                .anyMatch(program -> program.replicas().isPresent());
        Optional<KubernetesObject> more = snapshot.object(key)
                .filter(live -> !isSet
                        && Replicas.of(live).desired() > 1
                        && Replicas.of(live).available() > 1
                        && !snapshot.hasLasted(new Fewer(key), NODE_IS_LOST_FOR));
        return more.map(live -> {
                    KubernetesObject kept = deployment.copy();
                    kept.fields().map("spec").put("replicas", Replicas.of(live).desired());
                    return kept;
                })
                .orElse(deployment);
    }

    /** The images; empty as long as the version that decides is not known. */
    private Optional<ImageChoice> choice(Provider provider, ClusterFacts facts) {
        ImageReferences given = inputs.images.get();
        if (!ImageChoice.dependsOnVersion(provider, facts, given)) {
            return Optional.of(ImageChoice.of(provider, facts, given, Optional.empty()));
        }
        return inputs.cluster
                .kubernetes()
                .get()
                .map(version -> ImageChoice.of(provider, facts, given, Optional.of(version)));
    }

    /** Where an administrator says nothing of credentials, the configuration may. */
    private Overrides withCredentials(Overrides set, Infrastructure infrastructure) throws UnreadableException {
        if (inputs.cluster.isOpenShift() || !set.credentials().equals(CredentialSettings.OF_PROVIDER)) {
            return set;
        }
        ObjectKey cloudConf = user.cloudConf(infrastructure);
        snapshot.require(List.of(cloudConf));
        return snapshot.object(cloudConf)
                .map(config -> config.fields().string("metadata", "annotations", CredentialSettings.OF_CONFIGURATION))
                .filter("true"::equals)
                .map(has -> set.with(CredentialSettings.NONE))
                .orElse(set);
    }

    private ProxySettings proxy() {
        ProxySettings proxy = description
                .proxy()
                .object()
                .map(object -> ProxySettings.of(object.tree()))
                .orElse(ProxySettings.NONE);
        String fields = inputs.cluster.isOpenShift() ? PROXY + ": status." : DescribedCluster.PROXY_FIELDS;
        List<String> warnings = proxy.warnings(fields);
        if (!warnings.isEmpty()) {
            unusable.put(description.of(PROXY), String.join("; ", warnings));
        }
        return proxy;
    }

    private ClusterFacts facts(Infrastructure infrastructure, EnabledFeatures features) {
        return new ClusterFacts(
                infrastructure,
                inputs.cluster.distribution(),
                inputs.cluster.managedNamespace(),
                proxy(),
                description
                        .network()
                        .map(network -> ClusterNetworks.of(network.tree()))
                        .orElse(ClusterNetworks.NONE),
                features,
                inputs.tls.map(WithWarnings::of).orElseGet(description::tls).value(),
                description.overrides());
    }

    private Optional<EnabledFeatures> features() {
        return description
                .features(inputs.cluster.release())
                .or(() -> snapshot.hasLasted("no feature gates", FEATURES_WITHIN)
                        ? Optional.of(EnabledFeatures.NONE)
                        : Optional.empty());
    }

    private Plan<CcmFindings> end(ReconcileResult result) {
        return new Plan.End<>(result, findings());
    }

    private CcmFindings findings() {
        return new CcmFindings(
                manager,
                providerName,
                sources,
                former,
                unknownProvider,
                overrides,
                programs,
                label,
                omitted,
                accounts,
                missing,
                unhashed,
                unusable,
                takenBack,
                tried,
                awaitedCopy,
                inputs.providers.refused());
    }
}
