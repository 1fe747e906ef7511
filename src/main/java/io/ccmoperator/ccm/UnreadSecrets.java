// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ObjectKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Secrets with credentials that a workload does without: its Pods start also where a key or a name is misspelled. They are volumes that
 * are optional. One that no container mounts is there for the sake of restarts: the program reads the Secret through the API.
 */
final class UnreadSecrets {
    private final KubernetesObject workload;
    private final List<FieldReader> containers;

    private UnreadSecrets(KubernetesObject workload) {
        this.workload = workload;
        this.containers = workload.allContainers().stream().map(FieldReader::of).toList();
    }

    /**
     * Looks at workloads.
     *
     * @param objects what the cluster has; asked for what workloads refer to only
     * @return a line for each Secret that is not read as it was meant, with the remedy. It has names of keys, but no value
     */
    static Map<ObjectKey, String> warnings(
            List<KubernetesObject> desired, Function<ObjectKey, Optional<KubernetesObject>> objects) {
        Map<ObjectKey, String> warnings = new LinkedHashMap<>();
        for (KubernetesObject workload : desired) {
            if (workload.isWorkload()) {
                UnreadSecrets secrets = new UnreadSecrets(workload);
                for (Map<String, Object> volume :
                        FieldReader.of(workload.podSpec()).maps("volumes")) {
                    secrets.volume(FieldReader.of(volume), objects, warnings);
                }
            }
        }
        return warnings;
    }

    private void volume(
            FieldReader volume,
            Function<ObjectKey, Optional<KubernetesObject>> objects,
            Map<ObjectKey, String> warnings) {
        Map<String, Object> source = volume.map("secret");
        ObjectKey key = new ObjectKey(
                ResourceKind.SECRET,
                workload.namespace(),
                FieldReader.of(source).string("secretName"));
        boolean isOptional = Boolean.TRUE.equals(source.get("optional"));
        // One that an administrator names has to be there, and its keys may be misspelled all the same.
        if (!MissingSecrets.isOfUser(key)
                || !isOptional && variables(key).findFirst().isEmpty()) {
            return;
        }
        List<String> folders = folders(volume.string("name"));
        Optional<KubernetesObject> found = objects.apply(key);
        if (isOptional && folders.isEmpty() && found.isEmpty()) {
            warnings.put(
                    key,
                    key + " does not exist, from which " + name() + " reads its credentials; create it, or, where the"
                            + " configuration of the cloud has them, set spec.credentials.none of the CloudControllerManager");
        }
        found.flatMap(secret -> unread(key, secret, folders)).ifPresent(line -> warnings.put(key, line));
    }

    private Optional<String> unread(ObjectKey key, KubernetesObject secret, List<String> folders) {
        List<String> variables = variables(key).toList();
        List<String> files = files(folders).toList();
        SortedSet<String> unread = new TreeSet<>(secret.fields().map("data").keySet());
        // Either form is enough.
        boolean isRead = !variables.isEmpty() && unread.containsAll(variables)
                || files.stream().anyMatch(unread::contains);
        SortedSet<String> read =
                new TreeSet<>(Stream.concat(variables.stream(), files.stream()).toList());
        unread.removeAll(read);
        return read.isEmpty() || isRead || unread.isEmpty()
                ? Optional.empty()
                : Optional.of(key + ": " + name() + " does not read " + quoted(unread) + ", but " + quoted(read)
                        + "; correct the names of the keys, or delete the Secret if the cloud knows the machine");
    }

    /** Where containers mount a volume. */
    private List<String> folders(String volume) {
        return containers.stream()
                .flatMap(container -> container.maps("volumeMounts").stream())
                .filter(mount -> volume.equals(mount.get("name")))
                .map(mount -> mount.get("mountPath") + "/")
                .toList();
    }

    /** Keys of variables that programs may do without. */
    private Stream<String> variables(ObjectKey secret) {
        return variables()
                .map(variable -> variable.field("valueFrom", "secretKeyRef"))
                .filter(reference -> reference.string("name").equals(secret.name())
                        && reference.field("optional").is(true))
                .map(reference -> reference.string("key"));
    }

    /** Keys whose files variables name. */
    private Stream<String> files(List<String> folders) {
        return variables()
                .map(variable -> variable.string("value"))
                .map(value -> folders.stream()
                        .filter(value::startsWith)
                        .map(folder -> value.substring(folder.length()))
                        .findFirst()
                        .orElse(null))
                .filter(Objects::nonNull);
    }

    private Stream<FieldReader> variables() {
        return containers.stream()
                .flatMap(container -> container.maps("env").stream())
                .map(FieldReader::of);
    }

    private String name() {
        return workload.kind() + " " + workload.name();
    }

    private static String quoted(SortedSet<String> keys) {
        return "'" + String.join("', '", keys) + "'";
    }
}
