// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.ccm.ConfigReferences.Reference;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.CredentialSettings;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.plan.Snapshot;
import io.ccmoperator.substitution.CheckedOverrides;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The objects that decide on overrides: the Secrets and ConfigMaps that they refer to, without which a container does not start, and the
 * workloads that run. For one plan.
 */
final class OverrideReferences {
    private final Snapshot snapshot;
    private final Provider provider;
    private final ClusterFacts facts;

    /** By the names of their containers. */
    private final Map<String, ObjectKey> workloads;

    private OverrideReferences(
            Snapshot snapshot, Provider provider, ClusterFacts facts, Map<String, ObjectKey> workloads) {
        this.snapshot = snapshot;
        this.provider = provider;
        this.facts = facts;
        this.workloads = workloads;
    }

    /**
     * Reads what decides on the overrides; without any, nothing. What is referred to may be missing.
     */
    static OverrideReferences read(Snapshot snapshot, Provider provider, ClusterFacts facts) {
        boolean any = !facts.overrides().programs().isEmpty()
                || !facts.overrides().credentials().equals(CredentialSettings.OF_PROVIDER);
        Map<String, ObjectKey> workloads = any ? workloads(provider, facts.managedNamespace()) : Map.of();
        facts.overrides()
                .credentials()
                .secretName()
                .ifPresent(name -> snapshot.state(secret(facts.managedNamespace(), name)));
        snapshot.unknown(references(facts).map(Reference::object).toList());
        snapshot.unknown(workloads.values());
        return new OverrideReferences(snapshot, provider, facts, workloads);
    }

    /** Judges the overrides. */
    CheckedOverrides check() {
        return CheckedOverrides.of(
                provider,
                facts,
                new CheckedOverrides.Live(
                        this::configured,
                        variable ->
                                reference(variable, facts.managedNamespace()).flatMap(this::lacking),
                        name -> snapshot.object(secret(facts.managedNamespace(), name))
                                .isPresent()));
    }

    /** By what the workload remembers. */
    private Optional<Overrides> configured(String container) {
        return Optional.ofNullable(workloads.get(container))
                .flatMap(snapshot::lastSeen)
                .map(live -> ConfigurationRecord.of(live).overrides());
    }

    private static ObjectKey secret(String namespace, String name) {
        return new ObjectKey(ResourceKind.SECRET, namespace, name);
    }

    /** The objects that overrides refer to and that are not there, or not with the key. */
    Set<ObjectKey> missing() {
        return references(facts)
                .filter(reference -> lacking(reference).isPresent())
                .map(Reference::object)
                .collect(Collectors.toSet());
    }

    private static Stream<Reference> references(ClusterFacts facts) {
        return facts.overrides().programs().values().stream()
                .flatMap(program -> program.env().stream())
                .flatMap(variable -> reference(variable, facts.managedNamespace()).stream());
    }

    private static Map<String, ObjectKey> workloads(Provider provider, String namespace) {
        Map<String, ObjectKey> workloads = new HashMap<>();
        provider.assets().stream()
                .filter(asset -> asset.isWorkload() && !asset.isForWindows())
                .forEach(workload -> workload.containers()
                        .forEach(container -> workloads.put(
                                String.valueOf(container.get("name")),
                                new ObjectKey(ResourceKind.of(workload).orElseThrow(), namespace, workload.name()))));
        return Ordered.copy(workloads);
    }

    private Optional<String> lacking(Reference reference) {
        ObjectKey object = reference.object();
        String field = object.kind() == ResourceKind.SECRET ? "secretKeyRef" : "configMapKeyRef";
        String place = "valueFrom." + field + ": " + object;
        return snapshot.state(object).isSynced()
                ? reference.lack(snapshot.object(object)).map(lack -> place + lack + ", or set optional: true")
                : Optional.of(place + " cannot be read");
    }

    /** What a variable needs; empty if it needs nothing. */
    private static Optional<Reference> reference(Map<String, Object> variable, String namespace) {
        return ConfigReferences.ofVariable(variable, namespace).filter(Reference::isRequired);
    }
}
