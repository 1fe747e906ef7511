// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.client.ClusterObjects.PROXY;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.CredentialSettings;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.plan.Plan;
import io.ccmoperator.plan.Snapshot;
import io.ccmoperator.status.FailureReason;
import io.ccmoperator.status.InputFinding;
import io.ccmoperator.status.ProgramImage;
import io.ccmoperator.substitution.CheckedOverrides;
import io.ccmoperator.substitution.RequiredFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Plans the objects of one provider by the facts of the cluster. */
record ProviderPlan(
        Snapshot snapshot,
        CcmPlan.Inputs inputs,
        CcmPlan.Running running,
        UserObjects user,
        Provider provider,
        ClusterFacts facts) {
    /** What the two other controllers make may be about to change: a workload is not to be rolled out twice. */
    private static final Duration SETTLED_WITHIN = Duration.ofSeconds(5);

    Plan<CcmFindings.Deployed> plan() {
        OverrideReferences references = OverrideReferences.read(snapshot, provider, facts);
        CheckedOverrides checked = references.check();
        ClusterFacts set = facts.with(withCredentials(checked.effective()));
        ImagedObjects.Images images = ImagedObjects.Images.of(snapshot, inputs, provider, set);
        ImagedObjects present = ImagedObjects.of(snapshot, "desired", provider, set, images);
        List<KubernetesObject> desired = KeptReplicas.whileNodeIsLost(snapshot, present.objects(), set);
        ConfigHashes hashes = new ConfigHashes(snapshot, references.missing());
        ConfigCopies copies = new ConfigCopies(snapshot, desired, this::trial);
        ConfigurationTrials configurations = configurations(desired, set, copies);
        List<KubernetesObject> chosen = configurations.objects(desired, last -> with(last, set, images));
        Map<ObjectKey, String> waits = new LinkedHashMap<>(present.waits());
        waits.putAll(waits(desired, hashes));
        Map<ObjectKey, AccountAnnotations> annotations =
                AccountAnnotations.of(chosen, configurations::overrides, snapshot::lastSeen);
        annotations.keySet().forEach(snapshot::state);
        ConfigCopies.Result mounted = mount(chosen, configurations, copies, waits.keySet());
        List<KubernetesObject> objects = configurations.remember(hashes.annotate(mounted.objects()));
        List<InputFinding> findings = new ArrayList<>(present.findings());
        findings.addAll(images.faults());
        findings.addAll(unreadable(chosen, desired));
        findings.addAll(InputFinding.lasting(checked.refused()));
        configurations.takenBack().values().stream()
                .distinct()
                .map(line -> InputFinding.lasting(line, FailureReason.CONFIGURATION_TAKEN_BACK))
                .forEach(findings::add);
        return new Plan<>(
                waits.isEmpty() ? Plan.Extent.ALL : Plan.Extent.PART,
                objects,
                waits,
                findings,
                new CcmFindings.Deployed(
                        Optional.of(checked.with(images.choice().warnings())),
                        Optional.of(ProgramImage.of(
                                desired,
                                provider.descriptor(),
                                checked.effective(),
                                images.choice().images())),
                        inputs.cluster().isOpenShift()
                                ? NodeLabel.of(provider.descriptor(), facts.features())
                                : Optional.empty(),
                        facts.omitted(provider),
                        new CcmFindings.Workloads(
                                AccountAnnotations.changes(annotations, snapshot::object),
                                MissingSecrets.of(chosen, snapshot::state),
                                hashes.unhashed(),
                                unusable(chosen, hashes)),
                        new CcmFindings.Configurations(
                                configurations.takenBack(),
                                configurations.tried(),
                                mounted.unused(),
                                mounted.awaited())));
    }

    private ConfigurationTrial trial(KubernetesObject live) {
        return snapshot.given(() -> running.trials().apply(live));
    }

    /** Where an administrator says nothing of credentials, the configuration may. */
    private Overrides withCredentials(Overrides set) {
        if (inputs.cluster().isOpenShift() || !set.credentials().equals(CredentialSettings.OF_PROVIDER)) {
            return set;
        }
        return snapshot.lastSeen(user.cloudConf(facts.infrastructure()))
                .map(config -> config.fields().string("metadata", "annotations", CredentialSettings.OF_CONFIGURATION))
                .filter("true"::equals)
                .map(has -> set.with(CredentialSettings.NONE))
                .orElse(set);
    }

    /** Each workload gets its present configuration, or the last one that works. */
    private ConfigurationTrials configurations(List<KubernetesObject> desired, ClusterFacts set, ConfigCopies copies) {
        return new ConfigurationTrials(
                snapshot,
                copies,
                this::trial,
                desired,
                new ConfigurationTrials.Settings(
                        set.overrides(), remembered -> CheckedOverrides.ofRecord(provider, facts, remembered)),
                user.source(facts.infrastructure()));
    }

    /** The objects with settings that worked. */
    private List<KubernetesObject> with(Overrides last, ClusterFacts set, ImagedObjects.Images images) {
        ClusterFacts before = facts.with(last.withImagesOf(set.overrides()));
        return ImagedObjects.of(snapshot, "last", provider, before, images).objects();
    }

    /** What workloads that cannot be made yet wait for, beside images. */
    private Map<ObjectKey, String> waits(List<KubernetesObject> desired, ConfigHashes hashes) {
        Map<ObjectKey, String> waits = new LinkedHashMap<>();
        desired.stream()
                .filter(KubernetesObject::isWorkload)
                .forEach(workload -> unsettled()
                        .or(() -> unreadableConfiguration(workload))
                        .or(() -> hashes.awaited(workload).map(ObjectKey::toString))
                        .or(() -> RequiredFacts.missing(provider.descriptor(), facts).stream()
                                .findFirst())
                        .ifPresent(what -> waits.put(ObjectKey.of(workload), what)));
        return waits;
    }

    private Optional<String> unsettled() {
        return snapshot.given(running.settled()::getAsBoolean) || snapshot.hasLasted("not settled", SETTLED_WITHIN)
                ? Optional.empty()
                : Optional.of("cloud-conf and ccm-trusted-ca, which this process has not looked at yet");
    }

    /** A workload, or a copy of cloud-conf that it may mount, of which it is not known whether it is there. */
    private Optional<String> unreadableConfiguration(KubernetesObject workload) {
        Set<ObjectKey> needed = new LinkedHashSet<>(ConfigCopies.required(List.of(workload)));
        needed.add(ObjectKey.of(workload));
        return snapshot.unknown(needed).stream().findFirst().map(ObjectKey::toString);
    }

    /** What waits may mount another copy by then. */
    private static ConfigCopies.Result mount(
            List<KubernetesObject> chosen,
            ConfigurationTrials configurations,
            ConfigCopies copies,
            Collection<ObjectKey> waiting) {
        List<KubernetesObject> ready = chosen.stream()
                .filter(object -> !waiting.contains(ObjectKey.of(object)))
                .toList();
        Map<ObjectKey, String> names = new LinkedHashMap<>(configurations.copies());
        names.keySet().removeAll(waiting);
        return copies.mount(ready, names, configurations.kept());
    }

    /** All objects are asked for, so that they are watched; whoever applies one says that it cannot be read. */
    private List<InputFinding> unreadable(List<KubernetesObject> chosen, List<KubernetesObject> desired) {
        Set<ObjectKey> required = new LinkedHashSet<>(ConfigHashes.required(desired));
        required.addAll(ConfigHashes.required(chosen));
        Set<ObjectKey> applied = desired.stream()
                .filter(object -> !object.isWorkload())
                .map(ObjectKey::of)
                .collect(Collectors.toSet());
        return snapshot.unreadable(snapshot.unknown(required).stream()
                .filter(key -> !applied.contains(key))
                .toList());
    }

    private Map<ObjectKey, String> unusable(List<KubernetesObject> chosen, ConfigHashes hashes) {
        Map<ObjectKey, String> unusable = new LinkedHashMap<>();
        boolean isOpenShift = inputs.cluster().isOpenShift();
        List<String> ofProxy =
                facts.proxy().warnings(isOpenShift ? PROXY + ": status." : DescribedCluster.PROXY_FIELDS);
        if (!ofProxy.isEmpty()) {
            unusable.put(user.description().of(PROXY), String.join("; ", ofProxy));
        }
        if (!isOpenShift) {
            unusable.putAll(UnreadSecrets.warnings(chosen, snapshot::object));
        }
        unusable.putAll(hashes.unusable());
        return unusable;
    }
}
