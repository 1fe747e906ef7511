// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.DynamicWatches;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.substitution.RefusedOverrides;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The Secrets and ConfigMaps that overrides refer to. A container does not start without one that is required, so that those that
 * do not exist are found before Pods are replaced. Used by one thread.
 */
final class OverrideReferences {
    private static final Map<String, ResourceKind> KINDS =
            Map.of("secretKeyRef", ResourceKind.SECRET, "configMapKeyRef", ResourceKind.CONFIG_MAP);

    private final ObjectCache objects;
    private final DynamicWatches watches;

    /**
     * A key of an object.
     *
     * @param field the field of the spec that refers to it
     */
    private record Reference(String field, ObjectKey object, String key) {}

    /** @param trigger is notified of every change of one of them */
    OverrideReferences(ObjectCache objects, Runnable trigger) {
        this.objects = objects;
        // The same listener would count once, though the effective workloads are watched for it, too.
        this.watches = new DynamicWatches(objects, trigger::run);
    }

    /** A message for each that does not exist, or cannot be read. */
    List<String> missing(ClusterFacts facts) throws InterruptedException {
        List<Reference> required = facts.overrides().programs().values().stream()
                .flatMap(program -> program.env().stream()
                        .flatMap(variable -> references(program.field(), variable, facts.managedNamespace())))
                .toList();
        Optional<String> unknown =
                watches.replaceWith(required.stream().map(Reference::object).collect(Collectors.toSet()));
        List<String> missing = new ArrayList<>();
        unknown.ifPresent(objects -> missing.add(RefusedOverrides.OBJECT + objects));
        for (Reference reference : required) {
            if (objects.state(reference.object).isSynced()) {
                lacking(reference)
                        .ifPresent(what -> missing.add(RefusedOverrides.OBJECT + reference.field + ": " + what));
            }
        }
        return missing;
    }

    private Optional<String> lacking(Reference reference) {
        return objects.state(reference.object)
                .object()
                .map(object -> Stream.of("data", "binaryData")
                                .anyMatch(data -> object.fields().map(data).containsKey(reference.key))
                        ? Optional.<String>empty()
                        : Optional.of("%s has no key '%s'; add it, or set optional: true"
                                .formatted(reference.object, reference.key)))
                .orElseGet(() -> Optional.of(reference.object + " does not exist; create it, or set optional: true"));
    }

    private static Stream<Reference> references(String program, Map<String, Object> variable, String namespace) {
        return KINDS.entrySet().stream().flatMap(kind -> {
            FieldReader reference = FieldReader.of(variable).field("valueFrom", kind.getKey());
            if (!reference.exists() || Boolean.TRUE.equals(reference.at("optional"))) {
                return Stream.empty();
            }
            return Stream.of(new Reference(
                    "spec." + program + ".env[" + variable.get("name") + "].valueFrom." + kind.getKey(),
                    new ObjectKey(kind.getValue(), namespace, reference.string("name")),
                    reference.string("key")));
        });
    }
}
