// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ObjectKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An item of status.relatedObjects: an object that belongs to the ClusterOperator, for must-gather.
 *
 * @param group API group; empty for the core group
 * @param resource the kind's name in paths, such as {@code deployments}
 * @param namespace empty for an object of the cluster
 * @param name the object's name
 */
record RelatedObject(String group, String resource, String namespace, String name)
        implements Comparable<RelatedObject> {
    private static final Comparator<RelatedObject> ORDER = Comparator.comparing(RelatedObject::group)
            .thenComparing(RelatedObject::resource)
            .thenComparing(RelatedObject::namespace)
            .thenComparing(RelatedObject::name);

    /** An object that the operator knows by its key. */
    static RelatedObject of(ObjectKey key) {
        return new RelatedObject(groupOf(key.kind()), key.kind().plural(), key.namespace(), key.name());
    }

    /** A namespace. */
    static RelatedObject ofNamespace(String name) {
        return new RelatedObject("", "namespaces", "", name);
    }

    /** The items of a ClusterOperator's status, as the API has them; of a CloudControllerManager, its objects as such. */
    static List<Map<String, Object>> items(KubernetesObject object) {
        List<Map<String, Object>> items = new ArrayList<>(object.fields().maps("status", "relatedObjects"));
        for (Map<String, Object> item : object.fields().maps("status", "objects")) {
            FieldReader fields = FieldReader.of(item);
            ResourceKind.OF_PROVIDERS.stream()
                    .filter(kind -> kind.kind().equals(fields.string("kind")))
                    .map(kind -> of(new ObjectKey(kind, fields.string("namespace"), fields.string("name")))
                            .tree())
                    .forEach(items::add);
        }
        return items;
    }

    /** Those of the items that the operator applies; it only reads those in openshift-config. */
    static List<ObjectKey> applied(List<Map<String, Object>> items) {
        return items.stream()
                .map(KubernetesObject::new)
                .flatMap(item -> Arrays.stream(ResourceKind.values())
                        .filter(kind -> groupOf(kind).equals(item.fields().string("group"))
                                && kind.plural().equals(item.fields().string("resource")))
                        .map(kind -> new ObjectKey(
                                kind,
                                item.fields().string("namespace"),
                                item.fields().string("name"))))
                .filter(key -> ResourceKind.OF_PROVIDERS.contains(key.kind())
                        && !key.namespace().equals("openshift-config"))
                .toList();
    }

    private static String groupOf(ResourceKind kind) {
        int slash = kind.apiVersion().indexOf('/');
        return slash < 0 ? "" : kind.apiVersion().substring(0, slash);
    }

    @Override
    public int compareTo(RelatedObject other) {
        return ORDER.compare(this, other);
    }

    /** The item as the API has it. */
    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("group", group);
        tree.put("resource", resource);
        if (!namespace.isEmpty()) {
            tree.put("namespace", namespace);
        }
        tree.put("name", name);
        return tree;
    }
}
