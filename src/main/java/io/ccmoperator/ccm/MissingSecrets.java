// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ReservedObjects;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.ReconcileResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The Secrets and ConfigMaps of the user without which the Pods of workloads do not start: that are not there, or lack a key. What the operator
 * writes itself is not among them.
 *
 * @param lines one for each, with the place in the workload and the remedy
 */
record MissingSecrets(List<String> lines) {
    /** Nothing is missing. */
    static final MissingSecrets NONE = new MissingSecrets(List.of());

    /** Copies the lines. */
    MissingSecrets {
        lines = List.copyOf(lines);
    }

    /**
     * A reference of a workload.
     *
     * @param place in the workload, such as {@code volume credentials}
     * @param keys that the object has to have
     */
    private record Reference(ObjectKey object, String place, List<String> keys) {
        Optional<String> lack(KubernetesObject workload, Optional<KubernetesObject> found) {
            String where = object + " (" + place + " of " + workload.kind() + " " + workload.name() + ")";
            if (found.isEmpty()) {
                return Optional.of(where + " does not exist; create it");
            }
            return keys.stream()
                    .filter(key -> List.of("data", "binaryData").stream()
                            .noneMatch(data -> found.get().fields().map(data).containsKey(key)))
                    .findFirst()
                    .map(key -> where + " has no key '" + key + "'; add it");
        }
    }

    /**
     * Looks at workloads.
     *
     * @param objects what the cluster has; asked for what workloads refer to only. Of what cannot be read nothing is said
     */
    static MissingSecrets of(List<KubernetesObject> desired, Function<ObjectKey, CacheState> objects) {
        List<String> lines = new ArrayList<>();
        for (KubernetesObject workload : desired) {
            if (workload.isWorkload()) {
                references(workload).stream()
                        .filter(reference -> isOfUser(reference.object)
                                && objects.apply(reference.object).isSynced())
                        .flatMap(reference ->
                                reference
                                        .lack(
                                                workload,
                                                objects.apply(reference.object).object())
                                        .stream())
                        .filter(line -> !lines.contains(line))
                        .forEach(lines::add);
            }
        }
        return new MissingSecrets(lines);
    }

    /** Whether neither the operator nor the cluster makes an object. */
    static boolean isOfUser(ObjectKey key) {
        String kind = key.kind().kind();
        return !ReservedObjects.areOfOperator(kind, key.name())
                && !ReservedObjects.areCopies(kind, key.name())
                && !ReservedObjects.areOfCluster(kind, key.name());
    }

    private static List<Reference> references(KubernetesObject workload) {
        List<Reference> references = new ArrayList<>();
        for (Map<String, Object> volume : FieldReader.of(workload.podSpec()).maps("volumes")) {
            String place = "volume " + volume.get("name");
            ConfigReferences.mounts(Map.of("volumes", List.of(volume))).stream()
                    .filter(mount -> isNeeded(mount.source()))
                    .forEach(mount -> references.add(new Reference(
                            key(mount.kind(), workload, String.valueOf(mount.name())),
                            place,
                            FieldReader.of(mount.source()).maps("items").stream()
                                    .map(item -> String.valueOf(item.get("key")))
                                    .toList())));
        }
        workload.allContainers()
                .forEach(container -> FieldReader.of(container).maps("env").forEach(variable -> {
                    add(references, workload, variable, ResourceKind.SECRET, "secretKeyRef");
                    add(references, workload, variable, ResourceKind.CONFIG_MAP, "configMapKeyRef");
                }));
        return references;
    }

    private static void add(
            List<Reference> references,
            KubernetesObject workload,
            Map<String, Object> variable,
            ResourceKind kind,
            String field) {
        FieldReader source = FieldReader.of(variable).field("valueFrom", field);
        if (source.exists() && isNeeded(source.map())) {
            references.add(new Reference(
                    key(kind, workload, source.string("name")),
                    "variable " + variable.get("name"),
                    List.of(source.string("key"))));
        }
    }

    private static boolean isNeeded(Map<String, Object> reference) {
        return !Boolean.TRUE.equals(reference.get("optional"));
    }

    private static ObjectKey key(ResourceKind kind, KubernetesObject workload, String name) {
        return new ObjectKey(kind, workload.namespace(), name);
    }

    /** A result that is no success, with what is missing: it may be why. */
    ReconcileResult with(ReconcileResult result) {
        String more = String.join("; ", lines);
        if (lines.isEmpty()) {
            return result;
        } else if (result instanceof ReconcileResult.Progressing progressing) {
            return new ReconcileResult.Progressing(progressing.what() + "; " + more);
        }
        return result instanceof ReconcileResult.Degraded failure ? failure.withMore(more) : result;
    }
}
