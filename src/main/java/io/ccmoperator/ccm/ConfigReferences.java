// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.assets.ResourceKind.CONFIG_MAP;
import static io.ccmoperator.assets.ResourceKind.SECRET;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ObjectKey;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The ConfigMaps and Secrets that a workload refers to: in volumes (projected ones too), in envFrom and in env. */
final class ConfigReferences {
    private static final Comparator<ObjectKey> ORDER =
            Comparator.comparing(ObjectKey::kind).thenComparing(ObjectKey::name);

    private final String namespace;
    private final SortedMap<ObjectKey, Boolean> required = new TreeMap<>(ORDER);

    private ConfigReferences(String namespace) {
        this.namespace = namespace;
    }

    /**
     * All that a workload refers to, ConfigMaps first, then by name; all of them are in its namespace. These are what has
     * to be watched for it.
     */
    public static SortedSet<ObjectKey> of(KubernetesObject workload) {
        SortedSet<ObjectKey> keys = new TreeSet<>(ORDER);
        keys.addAll(requiredOf(workload).keySet());
        return keys;
    }

    /** The same, each with whether its containers cannot start without it: any reference to it is not optional. */
    static SortedMap<ObjectKey, Boolean> requiredOf(KubernetesObject workload) {
        ConfigReferences references = new ConfigReferences(workload.namespace());
        FieldReader.of(workload.podSpec()).maps("volumes").forEach(references::volume);
        workload.allContainers().forEach(references::container);
        return references.required;
    }

    private void volume(Map<String, Object> tree) {
        KubernetesObject volume = new KubernetesObject(tree);
        add(CONFIG_MAP, volume.fields().map("configMap"), "name");
        add(SECRET, volume.fields().map("secret"), "secretName");
        volume.fields().maps("projected", "sources").forEach(source -> {
            add(CONFIG_MAP, FieldReader.of(source).map("configMap"), "name");
            add(SECRET, FieldReader.of(source).map("secret"), "name");
        });
    }

    private void container(Map<String, Object> tree) {
        KubernetesObject container = new KubernetesObject(tree);
        container.fields().maps("envFrom").forEach(source -> {
            add(CONFIG_MAP, FieldReader.of(source).map("configMapRef"), "name");
            add(SECRET, FieldReader.of(source).map("secretRef"), "name");
        });
        container.fields().maps("env").forEach(variable -> {
            add(CONFIG_MAP, FieldReader.of(variable).map("valueFrom", "configMapKeyRef"), "name");
            add(SECRET, FieldReader.of(variable).map("valueFrom", "secretKeyRef"), "name");
        });
    }

    private void add(ResourceKind kind, Map<String, Object> reference, String nameField) {
        if (reference.get(nameField) instanceof String name) {
            boolean needed = !Boolean.TRUE.equals(reference.get("optional"));
            required.merge(new ObjectKey(kind, namespace, name), needed, Boolean::logicalOr);
        }
    }
}
