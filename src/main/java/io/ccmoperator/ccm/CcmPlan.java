// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.FEATURE_GATE;
import static io.ccmoperator.client.ClusterObjects.PROXY;

import io.ccmoperator.assets.KubernetesMinor;
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
import io.ccmoperator.status.InputFinding;
import io.ccmoperator.status.ProgramImage;
import io.ccmoperator.substitution.CheckedOverrides;
import io.ccmoperator.substitution.DesiredResources;
import io.ccmoperator.substitution.ImageChoice;
import io.ccmoperator.substitution.KubernetesNames;
import io.ccmoperator.substitution.ProviderSelection;
import io.ccmoperator.substitution.RequiredNetworks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Plans the objects of the provider, in the order of the specification. */
public final class CcmPlan {
    /** A new cluster has its feature gates only after some time, and its roles; a CCM must not wait for ever. */
    private static final Duration KNOWN_WITHIN = Duration.ofMinutes(1);

    /** Pods of a Node that does not exist are deleted after a minute. */
    private static final Duration NODE_IS_LOST_FOR = Duration.ofMinutes(5);

    /** What the two other controllers make may be about to change: a workload is not to be rolled out twice. */
    private static final Duration SETTLED_WITHIN = Duration.ofSeconds(5);

    private static final String NO_VERSION =
            "the version of the API server cannot be read, and with it the image of the provider is chosen; permit the operator"
                    + " to get /version, or set spec.controllerManager.image of CloudControllerManager cluster";

    private final Snapshot snapshot;
    private final Inputs inputs;
    private final ClusterDescription description;
    private final Function<KubernetesObject, ConfigurationTrial> trials;
    private final BooleanSupplier settled;
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
    private final List<InputFinding> wrong = new ArrayList<>();

    /** Whether it is the fault of a key, not of all images, where one is missing. */
    private boolean isImagesKnown = true;

    private final Map<ObjectKey, String> waits = new LinkedHashMap<>();

    /**
     * What the plan depends on beside the objects of the cluster.
     *
     * @param images reads images.json; throws InvalidInputException when it is missing or invalid
     * @param tls settings that replace those of the cluster
     */
    public record Inputs(
            PlanSettings cluster,
            ProviderIndex providers,
            Supplier<ImageReferences> images,
            Optional<TlsSettings> tls) {}

    /** A workload is to have fewer replicas. */
    private record Fewer(ObjectKey workload) {}

    /** What the desired objects depend on, all of it. */
    private record Facts(Provider provider, ClusterFacts facts, ImageReferences images) {
        List<KubernetesObject> desired() {
            return DesiredResources.asFarAsKnown(provider, facts, images);
        }
    }

    private CcmPlan(
            Snapshot snapshot,
            Inputs inputs,
            Function<KubernetesObject, ConfigurationTrial> trials,
            BooleanSupplier settled) {
        this.snapshot = snapshot;
        this.trials = trials;
        this.settled = settled;
        this.inputs = inputs;
        this.description = inputs.cluster.description(snapshot);
        this.user = new UserObjects(inputs.cluster, description);
    }

    /** Makes the plan. */
    public static Plan<CcmFindings> of(Snapshot snapshot, Inputs inputs) {
        return new CcmPlan(snapshot, inputs, live -> ConfigurationTrial.NONE, () -> true).plan();
    }

    /**
     * The same while the operator runs.
     *
     * @param trials what is known of the configuration of a workload of the cluster
     * @param settled whether the two other controllers of this process have looked at their inputs
     */
    static Plan<CcmFindings> running(
            Snapshot snapshot,
            Inputs inputs,
            Function<KubernetesObject, ConfigurationTrial> trials,
            BooleanSupplier settled) {
        return new CcmPlan(snapshot, inputs, trials, settled).plan();
    }

    private Plan<CcmFindings> plan() {
        List<ObjectKey> parts = user.described();
        parts.forEach(snapshot::state);
        List<ObjectKey> unknown = snapshot.unknown(List.of(description.key(), CLOUD_CONTROLLER_MANAGER));
        if (!unknown.isEmpty()) {
            return nothing(Snapshot.unreadable(unknown));
        }
        manager = snapshot.object(CLOUD_CONTROLLER_MANAGER);
        wrong.addAll(inputs.cluster.outdated(snapshot, parts));
        wrong.addAll(InputFinding.lasting(inputs.providers.refused().stream().toList()));
        Optional<KubernetesObject> described = description.infrastructure().object();
        if (described.isEmpty()) {
            return Plan.ofNoCluster(findings());
        }
        if (description.isUnmanaged()) {
            return Plan.unmanaged(findings());
        }
        List<ObjectKey> unreadable = snapshot.unknown(parts);
        wrong.addAll(Snapshot.unreadable(unreadable));
        if (!unreadable.isEmpty() && !snapshot.hasLasted("not all is read", KNOWN_WITHIN)) {
            // What they say is not to be lost by a restart.
            return nothing(List.of());
        }
        return snapshot.lastKnown("infrastructure", understood(described.get()))
                .map(this::deploy)
                .orElseGet(() -> nothing(List.of()));
    }

    /** Nothing new is created, and existing objects stay as they are. */
    private Plan<CcmFindings> nothing(List<InputFinding> more) {
        wrong.addAll(more);
        return new Plan<>(Plan.Extent.PART, List.of(), waits, wrong, findings());
    }

    /** What describes the cluster, as far as it can be understood. */
    private Optional<Infrastructure> understood(KubernetesObject described) {
        try {
            Infrastructure infrastructure = Infrastructure.of(described.tree());
            unknownProvider = inputs.cluster.isOpenShift()
                    ? Optional.empty()
                    : ProviderSelection.mistake(infrastructure, true, inputs.providers)
                            .map(mistake -> DescribedCluster.OBJECT + ": " + mistake);
            unknownProvider.map(InputFinding::lasting).ifPresent(wrong::add);
            return unknownProvider.isPresent() ? Optional.empty() : Optional.of(infrastructure);
        } catch (InvalidInputException e) {
            String lines = String.join("; ", e.lines());
            wrong.add(InputFinding.lasting(lines));
            unknownProvider = inputs.cluster.isOpenShift() ? Optional.empty() : Optional.of(lines);
            return Optional.empty();
        }
    }

    private Plan<CcmFindings> deploy(Infrastructure infrastructure) {
        sources = user.sources(infrastructure, manager);
        Optional<Provider> provider = snapshot.result(
                "provider",
                new ProviderSelection(infrastructure, inputs.providers.entries()),
                ProviderSelection::provider);
        providerName =
                Optional.of(provider.map(found -> found.descriptor().name()).orElse(""));
        if (provider.isEmpty() && inputs.providers.isExtended() && needsProvider(infrastructure)) {
            // The folder may be the wrong one: what was applied is left as it is, and works on.
            return nothing(List.of(InputFinding.lasting(
                    ProviderSelection.whyNone(infrastructure) + "; what was applied is left as it is")));
        }
        if (provider.isEmpty()) {
            return Plan.of(List.of(), wrong, findings());
        }
        if (!inputs.cluster.isOpenShift()) {
            former = Stream.concat(
                            KubernetesNames.renamed(provider.get()).stream().map(ObjectKey::of),
                            user.copiesOfOtherKind(infrastructure))
                    .toList();
        }
        Optional<EnabledFeatures> features = features();
        if (features.isEmpty()) {
            waits.put(
                    FEATURE_GATE,
                    "the feature gates of version " + description.versionOfFeatures(inputs.cluster.release())
                            + " in FeatureGate cluster");
            return nothing(List.of());
        }
        return deploy(provider.get(), facts(infrastructure, features.get()));
    }

    private static boolean needsProvider(Infrastructure infrastructure) {
        return infrastructure.externalCloudControllerManager()
                && OpenShiftApi.WITH_PROVIDER.contains(infrastructure.platform());
    }

    private Plan<CcmFindings> deploy(Provider provider, ClusterFacts facts) {
        OverrideReferences references = OverrideReferences.read(snapshot, provider, facts);
        CheckedOverrides checked = references.check();
        Overrides effective = withCredentials(checked.effective(), facts.infrastructure());
        omitted = facts.omitted(provider);
        if (inputs.cluster.isOpenShift()) {
            label = NodeLabel.of(provider.descriptor(), facts.features());
        }
        ImageChoice choice = choice(provider, facts.with(effective));
        overrides = Optional.of(checked.with(choice.warnings()));
        Facts present = new Facts(provider, facts.with(effective), choice.images());
        List<KubernetesObject> desired = whileNodeIsLost(desired("desired", present), present.facts());
        programs = Optional.of(ProgramImage.of(desired, provider.descriptor(), checked.effective(), choice.images()));
        unreadable(snapshot.result("required", desired, ConfigHashes::required), desired);
        ConfigHashes hashes = new ConfigHashes(snapshot, references.missing());
        List<String> missingNetworks = RequiredNetworks.missing(provider.descriptor(), facts);
        missingNetworks.forEach(line -> wrong.add(InputFinding.passing(line)));
        desired.stream()
                .filter(KubernetesObject::isWorkload)
                .forEach(workload -> unsettled()
                        .or(() -> unreadableConfiguration(workload))
                        .or(() -> hashes.awaited(workload).map(ObjectKey::toString))
                        .or(() -> missingNetworks.stream().findFirst())
                        .ifPresent(what -> waits.put(ObjectKey.of(workload), what)));
        ConfigCopies copies = new ConfigCopies(snapshot, desired, trials);
        ConfigurationTrials configurations = new ConfigurationTrials(
                snapshot,
                copies,
                trials,
                desired,
                new ConfigurationTrials.Settings(
                        effective, remembered -> CheckedOverrides.ofRecord(provider, facts, remembered)),
                user.source(facts.infrastructure()));
        List<KubernetesObject> chosen = configurations.objects(
                desired,
                last -> desired(
                        "last",
                        new Facts(provider, facts.with(last.withImagesOf(checked.effective())), choice.images())));
        if (configurations.areTakenBack()) {
            unreadable(ConfigHashes.required(chosen), desired);
        }
        Map<ObjectKey, AccountAnnotations> annotations =
                AccountAnnotations.of(chosen, configurations::overrides, snapshot::lastSeen);
        annotations.keySet().forEach(snapshot::state);
        accounts = AccountAnnotations.changes(annotations, snapshot::object);
        missing = MissingSecrets.of(chosen, snapshot::state);
        if (!inputs.cluster.isOpenShift()) {
            unusable.putAll(UnreadSecrets.warnings(chosen, snapshot::object));
        }
        // What waits may mount another copy by then.
        List<KubernetesObject> ready = chosen.stream()
                .filter(object -> !waits.containsKey(ObjectKey.of(object)))
                .toList();
        Map<ObjectKey, String> names = new LinkedHashMap<>(configurations.copies());
        names.keySet().removeAll(waits.keySet());
        ConfigCopies.Result mounted = copies.mount(ready, names, configurations.kept());
        former = Stream.concat(former.stream(), mounted.unused().stream()).toList();
        awaitedCopy = mounted.awaited();
        takenBack = configurations.takenBack();
        tried = configurations.tried();
        List<KubernetesObject> annotated = configurations.remember(hashes.annotate(mounted.objects()));
        unhashed = hashes.unhashed();
        unusable.putAll(hashes.unusable());
        wrong.addAll(InputFinding.lasting(checked.refused()));
        wrong.addAll(InputFinding.lasting(takenBack.values().stream().distinct().toList()));
        return new Plan<>(waits.isEmpty() ? Plan.Extent.ALL : Plan.Extent.PART, annotated, waits, wrong, findings());
    }

    /** Whoever applies an object says that it cannot be read. */
    private void unreadable(Collection<ObjectKey> required, List<KubernetesObject> desired) {
        Set<ObjectKey> applied = desired.stream()
                .filter(object -> !object.isWorkload())
                .map(ObjectKey::of)
                .collect(Collectors.toSet());
        wrong.addAll(Snapshot.unreadable(snapshot.unknown(required).stream()
                .filter(key -> !applied.contains(key))
                .toList()));
    }

    private Optional<String> unsettled() {
        return settled.getAsBoolean() || snapshot.hasLasted("not settled", SETTLED_WITHIN)
                ? Optional.empty()
                : Optional.of("cloud-conf and ccm-trusted-ca, which this process has not looked at yet");
    }

    /** A workload, or a copy of cloud-conf that it may mount, of which it is not known whether it is there. */
    private Optional<String> unreadableConfiguration(KubernetesObject workload) {
        Set<ObjectKey> needed = new LinkedHashSet<>(ConfigCopies.required(List.of(workload)));
        needed.add(ObjectKey.of(workload));
        return snapshot.unknown(needed).stream().findFirst().map(ObjectKey::toString);
    }

    /** The objects; containers whose image is not known have the one that runs, and without that the workload waits. */
    private List<KubernetesObject> desired(String name, Facts facts) {
        return snapshot.result(name, facts, Facts::desired).stream()
                .map(object -> {
                    Map<String, String> missing = DesiredResources.missingImages(
                            facts.provider(),
                            object,
                            facts.images(),
                            facts.facts().overrides());
                    return missing.isEmpty() ? object : withRunningImages(object, missing);
                })
                .toList();
    }

    private KubernetesObject withRunningImages(KubernetesObject workload, Map<String, String> missing) {
        ObjectKey key = ObjectKey.of(workload);
        Map<Object, Object> running = new HashMap<>();
        snapshot.lastSeen(key)
                .ifPresent(live -> live.allContainers()
                        .forEach(container -> running.put(container.get("name"), container.get("image"))));
        KubernetesObject copy = workload.copy();
        copy.allContainers().forEach(container -> {
            String line = missing.get(String.valueOf(container.get("name")));
            Optional<Object> image = Optional.ofNullable(running.get(container.get("name")));
            if (line != null && image.isPresent()) {
                container.put("image", image.get());
            } else if (line != null) {
                waits.put(key, line);
            }
            if (line != null && isImagesKnown) {
                wrong.add(InputFinding.lasting(line));
            }
        });
        return copy;
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

    /** The images, as far as they are known. */
    private ImageChoice choice(Provider provider, ClusterFacts facts) {
        ImageReferences given = images();
        if (!ImageChoice.dependsOnVersion(provider, facts, given)) {
            return ImageChoice.of(provider, facts, given, Optional.empty());
        }
        Optional<KubernetesMinor> version = inputs.cluster.kubernetes().get();
        if (version.isEmpty()) {
            isImagesKnown = false;
            wrong.add(InputFinding.passing(NO_VERSION));
            return new ImageChoice(given, List.of());
        }
        return ImageChoice.of(provider, facts, given, version);
    }

    private ImageReferences images() {
        try {
            return inputs.images.get();
        } catch (InvalidInputException e) {
            isImagesKnown = false;
            wrong.add(InputFinding.lasting(String.join("; ", e.lines())));
            return new ImageReferences(Map.of());
        }
    }

    /** Where an administrator says nothing of credentials, the configuration may. */
    private Overrides withCredentials(Overrides set, Infrastructure infrastructure) {
        if (inputs.cluster.isOpenShift() || !set.credentials().equals(CredentialSettings.OF_PROVIDER)) {
            return set;
        }
        return snapshot.lastSeen(user.cloudConf(infrastructure))
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
        return snapshot.lastKnown("features", description.features(inputs.cluster.release()))
                .or(() -> snapshot.hasLasted("no feature gates", KNOWN_WITHIN)
                        ? Optional.of(EnabledFeatures.NONE)
                        : Optional.empty());
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
                awaitedCopy);
    }
}
