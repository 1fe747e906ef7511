// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.assets.ResourceKind.CONFIG_MAP;
import static io.ccmoperator.assets.ResourceKind.SECRET;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ObjectKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The ConfigMaps and Secrets that a workload refers to: in volumes (projected ones too), in envFrom and in env. They are in its namespace. */
final class ConfigReferences {
    private static final Comparator<ObjectKey> ORDER =
            Comparator.comparing(ObjectKey::kind).thenComparing(ObjectKey::name);

    /**
     * What a volume says of a ConfigMap or Secret that it takes.
     *
     * @param source a part of the pod's spec: a change of it changes the pod
     * @param nameField the member of source that has the name
     */
    record Mount(ResourceKind kind, Map<String, Object> source, String nameField) {
        /** The name of the ConfigMap or Secret. */
        Object name() {
            return source.get(nameField);
        }
    }

    /**
     * One reference.
     *
     * @param place in the workload, such as {@code volume credentials}
     * @param keys that the object has to have
     * @param isRequired whether containers cannot start without it
     */
    record Reference(ObjectKey object, String place, List<String> keys, boolean isRequired) {
        private static Reference of(String namespace, String place, Mount mount, List<String> keys) {
            return new Reference(
                    new ObjectKey(mount.kind, namespace, (String) mount.name()),
                    place,
                    keys,
                    !Boolean.TRUE.equals(mount.source.get("optional")));
        }

        /** Why a container with it does not start, without the object; empty if it does. */
        Optional<String> lack(Optional<KubernetesObject> found) {
            if (found.isEmpty()) {
                return Optional.of(" does not exist; create it");
            }
            return keys.stream()
                    .filter(key -> Stream.of("data", "binaryData")
                            .noneMatch(data -> found.get().fields().map(data).containsKey(key)))
                    .findFirst()
                    .map(key -> " has no key '" + key + "'; add it");
        }
    }

    private ConfigReferences() {}

    /** All objects that a workload refers to, ConfigMaps first, then by name. These are what has to be watched for it. */
    public static SortedSet<ObjectKey> of(KubernetesObject workload) {
        SortedSet<ObjectKey> keys = new TreeSet<>(ORDER);
        keys.addAll(requiredOf(workload).keySet());
        return keys;
    }

    /** The same, each with whether its containers cannot start without it: any reference to it is not optional. */
    static SortedMap<ObjectKey, Boolean> requiredOf(KubernetesObject workload) {
        SortedMap<ObjectKey, Boolean> required = new TreeMap<>(ORDER);
        all(workload).forEach(reference -> required.merge(reference.object, reference.isRequired, Boolean::logicalOr));
        return required;
    }

    /** All references, those of volumes first. */
    static List<Reference> all(KubernetesObject workload) {
        String namespace = workload.namespace();
        List<Reference> references = new ArrayList<>();
        FieldReader.of(workload.podSpec())
                .maps("volumes")
                .forEach(volume -> ofVolume(volume)
                        .forEach(mount -> references.add(Reference.of(
                                namespace,
                                "volume " + volume.get("name"),
                                mount,
                                FieldReader.of(mount.source).maps("items").stream()
                                        .map(item -> String.valueOf(item.get("key")))
                                        .toList()))));
        for (Map<String, Object> container : workload.allContainers()) {
            FieldReader.of(container).maps("envFrom").forEach(tree -> {
                FieldReader source = FieldReader.of(tree);
                named(source.map("configMapRef"), source.map("secretRef"), "name")
                        .forEach(mount -> references.add(Reference.of(namespace, "envFrom", mount, List.of())));
            });
            FieldReader.of(container)
                    .maps("env")
                    .forEach(variable -> ofVariable(variable, namespace).ifPresent(references::add));
        }
        return references;
    }

    /** The reference of a variable, if it has one. */
    static Optional<Reference> ofVariable(Map<String, Object> variable, String namespace) {
        FieldReader source = FieldReader.of(variable).field("valueFrom");
        return named(source.map("configMapKeyRef"), source.map("secretKeyRef"), "name")
                .map(mount -> Reference.of(
                        namespace,
                        "variable " + variable.get("name"),
                        mount,
                        List.of(String.valueOf(mount.source.get("key")))))
                .findFirst();
    }

    /** What the volumes of a pod take, projected ones too. */
    static List<Mount> mounts(Map<String, Object> podSpec) {
        return FieldReader.of(podSpec).maps("volumes").stream()
                .flatMap(ConfigReferences::ofVolume)
                .toList();
    }

    private static Stream<Mount> ofVolume(Map<String, Object> tree) {
        FieldReader volume = FieldReader.of(tree);
        return Stream.concat(
                named(volume.map("configMap"), volume.map("secret"), "secretName"),
                volume.maps("projected", "sources").stream()
                        .map(FieldReader::of)
                        .flatMap(source -> named(source.map("configMap"), source.map("secret"), "name")));
    }

    private static Stream<Mount> named(Map<String, Object> configMap, Map<String, Object> secret, String nameOfSecret) {
        return Stream.of(new Mount(CONFIG_MAP, configMap, "name"), new Mount(SECRET, secret, nameOfSecret))
                .filter(mount -> mount.name() instanceof String);
    }
}
