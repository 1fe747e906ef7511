// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.DynamicWatches;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.substitution.CheckedOverrides;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The objects that decide on overrides: the Secrets and ConfigMaps that they refer to, without which a container does not start, and the
 * workloads that run. Used by one thread.
 */
final class OverrideReferences {
    private static final Map<String, ResourceKind> KINDS =
            Map.of("secretKeyRef", ResourceKind.SECRET, "configMapKeyRef", ResourceKind.CONFIG_MAP);

    private final ObjectCache objects;
    private final DynamicWatches watches;

    /** By the names of their containers. */
    private Map<String, ObjectKey> workloads = Map.of();

    /**
     * A key of an object.
     *
     * @param field of the variable that refers to it
     */
    private record Reference(String field, ObjectKey object, String key) {}

    /** @param trigger is notified of every change of one of them */
    OverrideReferences(ObjectCache objects, Runnable trigger) {
        this.objects = objects;
        // The same listener would count once, though the effective workloads are watched for it, too.
        this.watches = new DynamicWatches(objects, trigger::run);
    }

    /**
     * Watches what decides on the overrides; without any, nothing.
     *
     * @return workloads that are not known in time, without which nothing can be said; what is referred to may be missing
     */
    Optional<String> watch(Provider provider, ClusterFacts facts) throws InterruptedException {
        workloads = facts.overrides().programs().isEmpty() ? Map.of() : workloads(provider, facts.managedNamespace());
        Set<ObjectKey> watched = new LinkedHashSet<>(workloads.values());
        references(facts).map(Reference::object).forEach(watched::add);
        watches.replaceWith(watched);
        List<String> unknown = workloads.values().stream()
                .distinct()
                .filter(workload -> !objects.state(workload).isSynced())
                .map(ObjectKey::toString)
                .toList();
        return unknown.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", unknown) + " cannot be read");
    }

    /** Judges the overrides by what is watched. */
    CheckedOverrides check(Provider provider, ClusterFacts facts) {
        return CheckedOverrides.of(
                provider,
                facts,
                new CheckedOverrides.Live(
                        container -> running(workloads.get(container), container),
                        variable ->
                                reference(variable, facts.managedNamespace()).flatMap(this::lacking)));
    }

    /** The objects that overrides refer to and that are not there, or not with the key. */
    Set<ObjectKey> missing(ClusterFacts facts) {
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
                .filter(KubernetesObject::isWorkload)
                .forEach(workload -> workload.containers()
                        .forEach(container -> workloads.put(
                                String.valueOf(container.get("name")),
                                new ObjectKey(ResourceKind.of(workload).orElseThrow(), namespace, workload.name()))));
        return Ordered.copy(workloads);
    }

    private Map<String, Object> running(ObjectKey workload, String container) {
        return objects.state(workload).object().stream()
                .flatMap(live -> live.containers().stream())
                .filter(candidate -> container.equals(candidate.get("name")))
                .findFirst()
                .orElse(Map.of());
    }

    private Optional<String> lacking(Reference reference) {
        if (!objects.state(reference.object).isSynced()) {
            return Optional.of(reference.field + ": " + reference.object + " cannot be read");
        }
        return objects.state(reference.object)
                .object()
                .map(object -> Stream.of("data", "binaryData")
                                .anyMatch(data -> object.fields().map(data).containsKey(reference.key))
                        ? Optional.<String>empty()
                        : Optional.of("%s: %s has no key '%s'; add it, or set optional: true"
                                .formatted(reference.field, reference.object, reference.key)))
                .orElseGet(() -> Optional.of("%s: %s does not exist; create it, or set optional: true"
                        .formatted(reference.field, reference.object)));
    }

    /** What a variable needs; empty if it needs nothing. */
    private static Optional<Reference> reference(Map<String, Object> variable, String namespace) {
        return KINDS.entrySet().stream()
                .flatMap(kind -> {
                    FieldReader reference = FieldReader.of(variable).field("valueFrom", kind.getKey());
                    return !reference.exists() || Boolean.TRUE.equals(reference.at("optional"))
                            ? Stream.empty()
                            : Stream.of(new Reference(
                                    "valueFrom." + kind.getKey(),
                                    new ObjectKey(kind.getValue(), namespace, reference.string("name")),
                                    reference.string("key")));
                })
                .findFirst();
    }
}
