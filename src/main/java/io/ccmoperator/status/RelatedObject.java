// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ObjectKey;
import java.util.ArrayList;
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
        return new RelatedObject(key.kind().group(), key.kind().plural(), key.namespace(), key.name());
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
                    .filter(kind -> kind.kind().equals(fields.string("kind"))
                            && kind.group().equals(fields.string("group")))
                    .map(kind -> of(new ObjectKey(kind, fields.string("namespace"), fields.string("name")))
                            .tree())
                    .forEach(items::add);
        }
        return items;
    }

    /** Those of the items that the operator applies; it only reads those in openshift-config. */
    static List<ObjectKey> applied(List<Map<String, Object>> items) {
        return items.stream()
                .map(FieldReader::of)
                .filter(item -> !item.string("namespace").equals("openshift-config"))
                .flatMap(item -> ResourceKind.OF_PROVIDERS.stream()
                        .filter(kind -> kind.group().equals(item.string("group"))
                                && kind.plural().equals(item.string("resource")))
                        .map(kind -> new ObjectKey(kind, item.string("namespace"), item.string("name"))))
                .toList();
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
