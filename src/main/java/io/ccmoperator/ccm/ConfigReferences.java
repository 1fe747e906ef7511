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
        mounts(workload.podSpec()).forEach(mount -> references.add(mount.kind, mount.source, mount.nameField));
        workload.allContainers().forEach(references::container);
        return references.required;
    }

    /** What the volumes of a pod take, projected ones too. */
    static List<Mount> mounts(Map<String, Object> podSpec) {
        List<Mount> mounts = new ArrayList<>();
        for (Map<String, Object> tree : FieldReader.of(podSpec).maps("volumes")) {
            FieldReader volume = FieldReader.of(tree);
            mounts.add(new Mount(CONFIG_MAP, volume.map("configMap"), "name"));
            mounts.add(new Mount(SECRET, volume.map("secret"), "secretName"));
            for (Map<String, Object> source : volume.maps("projected", "sources")) {
                mounts.add(new Mount(CONFIG_MAP, FieldReader.of(source).map("configMap"), "name"));
                mounts.add(new Mount(SECRET, FieldReader.of(source).map("secret"), "name"));
            }
        }
        mounts.removeIf(mount -> !(mount.name() instanceof String));
        return mounts;
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
