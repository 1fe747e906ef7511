// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.FEATURE_GATE;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.OpenShiftApi;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.ClusterNetworks;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.ProxySettings;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.cluster.WithWarnings;
import io.ccmoperator.plan.Plan;
import io.ccmoperator.plan.PlanSettings;
import io.ccmoperator.plan.Snapshot;
import io.ccmoperator.status.InputFinding;
import io.ccmoperator.substitution.KubernetesNames;
import io.ccmoperator.substitution.ProviderSelection;
import io.ccmoperator.substitution.RequiredFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Plans the objects of the provider, in the order of the specification. */
public final class CcmPlan {
    /** A new cluster has its feature gates only after some time, and its roles; a CCM must not wait for ever. */
    private static final Duration KNOWN_WITHIN = Duration.ofMinutes(1);

    private final Snapshot snapshot;
    private final Inputs inputs;
    private final ClusterDescription description;
    private final Running running;
    private final UserObjects user;

    /**
     * What the plan depends on beside the objects of the cluster.
     *
     * @param images reads images.json; throws InvalidInputException when it is missing or invalid
     * @param tls settings that replace those of the cluster
     */
    public record Inputs(PlanSettings cluster, Supplier<ImageReferences> images, Optional<TlsSettings> tls) {}

    /**
     * What the operator knows while it runs.
     *
     * @param trials of the configuration of a workload of the cluster
     * @param settled whether the two other controllers of this process have looked at their inputs
     */
    record Running(Function<KubernetesObject, ConfigurationTrial> trials, BooleanSupplier settled) {
        private static final Running NOT = new Running(live -> ConfigurationTrial.NONE, () -> true);
    }

    private CcmPlan(Snapshot snapshot, Inputs inputs, Running running) {
        this.snapshot = snapshot;
        this.inputs = inputs;
        this.running = running;
        this.description = inputs.cluster.description(snapshot);
        this.user = new UserObjects(inputs.cluster, description);
    }

    /** Makes the plan. */
    public static Plan<CcmFindings> of(Snapshot snapshot, Inputs inputs) {
        return of(snapshot, inputs, Running.NOT);
    }

    /** The same while the operator runs. */
    static Plan<CcmFindings> of(Snapshot snapshot, Inputs inputs, Running running) {
        return new CcmPlan(snapshot, inputs, running).plan();
    }

    private Plan<CcmFindings> plan() {
        List<ObjectKey> parts = user.described();
        parts.forEach(snapshot::state);
        List<ObjectKey> unknown = snapshot.unknown(List.of(description.key(), CLOUD_CONTROLLER_MANAGER));
        if (!unknown.isEmpty()) {
            return Plan.nothing(snapshot.unreadable(unknown), CcmFindings.of(Optional.empty(), Optional.empty()));
        }
        Optional<KubernetesObject> manager = snapshot.object(CLOUD_CONTROLLER_MANAGER);
        Optional<KubernetesObject> described = description.infrastructure().object();
        if (described.isEmpty()) {
            return Plan.ofNoCluster(CcmFindings.of(manager, Optional.empty()));
        }
        if (description.isUnmanaged()) {
            return Plan.unmanaged(CcmFindings.of(manager, Optional.empty()));
        }
        List<InputFinding> wrong = new ArrayList<>(inputs.cluster.outdated(snapshot, parts));
        wrong.addAll(InputFinding.lasting(
                inputs.cluster.providers().refused().stream().toList()));
        List<ObjectKey> unreadable = snapshot.unknown(parts);
        wrong.addAll(snapshot.unreadable(unreadable));
        if (!unreadable.isEmpty() && !snapshot.hasLasted("not all is read", KNOWN_WITHIN)) {
            // What they say is not to be lost by a restart.
            return Plan.nothing(wrong, CcmFindings.of(manager, Optional.empty()));
        }
        Optional<Infrastructure> understood = Optional.empty();
        Optional<String> fault = Optional.empty();
        try {
            understood = Optional.of(snapshot.result("understood", described.get(), this::understood));
        } catch (InvalidInputException e) {
            fault = Optional.of(String.join("; ", e.lines()));
        }
        fault.map(InputFinding::lasting).ifPresent(wrong::add);
        CcmFindings findings = CcmFindings.of(manager, fault.filter(why -> !inputs.cluster.isOpenShift()));
        return snapshot.lastKnown("infrastructure", understood)
                .map(infrastructure -> deploy(infrastructure, findings).with(wrong))
                .orElseGet(() -> Plan.nothing(wrong, findings));
    }

    private Infrastructure understood(KubernetesObject described) {
        Infrastructure infrastructure = Infrastructure.of(described.tree());
        if (!inputs.cluster.isOpenShift()) {
            ProviderSelection.mistake(infrastructure, true, inputs.cluster.providers(snapshot))
                    .ifPresent(mistake -> {
                        throw new InvalidInputException(DescribedCluster.OBJECT + ": " + mistake);
                    });
        }
        return infrastructure;
    }

    private Plan<CcmFindings> deploy(Infrastructure infrastructure, CcmFindings described) {
        Optional<Provider> provider = inputs.cluster.provider(snapshot, infrastructure);
        CcmFindings.Selected selected = snapshot.result(
                "selected", List.of(infrastructure, provider), unused -> selected(infrastructure, provider));
        CcmFindings findings = described.with(selected);
        if (provider.isEmpty() && inputs.cluster.providers().isExtended() && needsProvider(infrastructure)) {
            // The folder may be the wrong one: what was applied is left as it is, and works on.
            String why = ProviderSelection.whyNone(infrastructure) + "; what was applied is left as it is";
            return Plan.nothing(List.of(InputFinding.lasting(why)), findings);
        }
        if (provider.isEmpty()) {
            return Plan.of(List.of(), List.of(), findings);
        }
        Optional<EnabledFeatures> features = features();
        if (features.isEmpty()) {
            String gates = "the feature gates of version " + description.versionOfFeatures(inputs.cluster.release())
                    + " in FeatureGate cluster";
            return new Plan<>(Plan.Extent.PART, List.of(), Map.of(FEATURE_GATE, gates), List.of(), findings);
        }
        ClusterFacts facts = facts(infrastructure, features.get());
        List<InputFinding> missing = missing(provider.get().descriptor(), facts);
        ClusterFacts complete = snapshot.lastKnown(
                        List.of("required", provider.get().descriptor().name()),
                        Optional.of(facts).filter(all -> missing.isEmpty()))
                .map(facts::withRequired)
                .orElse(facts);
        Plan<CcmFindings.Deployed> plan =
                new ProviderPlan(snapshot, inputs, running, user, provider.get(), complete).plan();
        return plan.withDetails(findings.with(plan.details())).with(missing);
    }

    /** A new cluster has its networks only after some time, its name from the beginning. */
    private static List<InputFinding> missing(ProviderDescriptor descriptor, ClusterFacts facts) {
        return Stream.concat(
                        RequiredFacts.missingName(descriptor, facts).stream().map(InputFinding::lasting),
                        RequiredFacts.missingNetworks(descriptor, facts).stream()
                                .map(InputFinding::passing))
                .toList();
    }

    private CcmFindings.Selected selected(Infrastructure infrastructure, Optional<Provider> provider) {
        return new CcmFindings.Selected(
                provider.map(found -> found.descriptor().name()).orElse(""),
                user.sources(infrastructure, snapshot.object(CLOUD_CONTROLLER_MANAGER)),
                inputs.cluster.isOpenShift()
                        ? List.of()
                        : provider.stream()
                                .flatMap(found -> Stream.concat(
                                        KubernetesNames.renamed(found).stream().map(ObjectKey::of),
                                        user.ofOtherKind(infrastructure, snapshot)))
                                .toList());
    }

    private static boolean needsProvider(Infrastructure infrastructure) {
        return infrastructure.externalCloudControllerManager()
                && OpenShiftApi.WITH_PROVIDER.contains(infrastructure.platform());
    }

    private ClusterFacts facts(Infrastructure infrastructure, EnabledFeatures features) {
        return new ClusterFacts(
                infrastructure,
                inputs.cluster.distribution(),
                inputs.cluster.managedNamespace(),
                description
                        .proxy()
                        .object()
                        .map(object -> ProxySettings.of(object.tree()))
                        .orElse(ProxySettings.NONE),
                description
                        .network()
                        .map(network -> ClusterNetworks.of(network.tree()))
                        .orElse(ClusterNetworks.NONE),
                features,
                inputs.tls.map(WithWarnings::of).orElseGet(description::tls).value(),
                description.overrides());
    }

    private Optional<EnabledFeatures> features() {
        return inputs.cluster
                .features(snapshot, description)
                .or(() -> snapshot.hasLasted("no feature gates", KNOWN_WITHIN)
                        ? Optional.of(EnabledFeatures.NONE)
                        : Optional.empty());
    }
}
