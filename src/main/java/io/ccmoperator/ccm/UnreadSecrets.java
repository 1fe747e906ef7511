// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ObjectKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Secrets that a workload mounts and of whose keys it has optional variables, too. Where a key is misspelled, Pods start without the
 * credentials, and the program takes those of the machine in silence.
 */
final class UnreadSecrets {
    private UnreadSecrets() {}

    /**
     * Looks at workloads.
     *
     * @param objects what the cluster has; asked for what workloads refer to only
     * @return a line for each Secret that lacks keys, with the remedy
     */
    static Map<ObjectKey, String> warnings(
            List<KubernetesObject> desired, Function<ObjectKey, Optional<KubernetesObject>> objects) {
        Map<ObjectKey, String> warnings = new LinkedHashMap<>();
        desired.stream().filter(KubernetesObject::isWorkload).forEach(workload -> {
            List<FieldReader> variables = workload.allContainers().stream()
                    .flatMap(container -> FieldReader.of(container).maps("env").stream())
                    .map(FieldReader::of)
                    .toList();
            FieldReader.of(workload.podSpec()).maps("volumes").forEach(volume -> {
                String name = FieldReader.of(volume).string("secret", "secretName");
                Set<String> keys = variables.stream()
                        .map(variable -> variable.field("valueFrom", "secretKeyRef"))
                        .filter(reference -> reference.field("name").is(name)
                                && reference.field("optional").is(true))
                        .map(reference -> reference.string("key"))
                        .collect(Collectors.toCollection(TreeSet::new));
                ObjectKey secret = new ObjectKey(ResourceKind.SECRET, workload.namespace(), name);
                Optional.of(secret)
                        .filter(unused -> !keys.isEmpty())
                        .flatMap(objects)
                        .map(found -> found.fields().map("data").keySet())
                        .filter(present -> !present.containsAll(keys) && !hasFile(present, variables))
                        .ifPresent(present -> warnings.put(
                                secret,
                                secret + " has the keys " + new TreeSet<>(present) + ", and " + workload.kind() + " "
                                        + workload.name() + " reads " + keys + "; correct the names of the keys, or"
                                        + " delete the Secret if the cloud knows the machine"));
            });
        });
        return warnings;
    }

    /** Whether a variable names the file of a key. */
    private static boolean hasFile(Set<String> present, List<FieldReader> variables) {
        return variables.stream()
                .map(variable -> variable.string("value"))
                .anyMatch(file -> present.contains(file.substring(file.lastIndexOf('/') + 1)));
    }
}
