// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.events;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The object that an event is about.
 *
 * @param apiVersion its apiVersion
 * @param kind its kind
 * @param namespace empty for an object of the cluster
 * @param name its name
 * @param uid its metadata.uid; empty where it is not known (kubectl describe shows only events with it)
 */
public record EventSubject(String apiVersion, String kind, String namespace, String name, String uid) {
    /** An object as the API server has it. */
    public static EventSubject of(KubernetesObject object) {
        return new EventSubject(
                object.apiVersion(),
                object.kind(),
                object.namespace(),
                object.name(),
                object.fields().string("metadata", "uid"));
    }

    /** An object that was not read, or is not there. */
    public static EventSubject of(ObjectKey key) {
        return new EventSubject(key.kind().apiVersion(), key.kind().kind(), key.namespace(), key.name(), "");
    }

    /** The namespace of its events: its own, and {@code default} for cluster-scoped objects. */
    String eventNamespace() {
        return namespace.isEmpty() ? "default" : namespace;
    }

    /** The field involvedObject of an Event. */
    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", apiVersion);
        tree.put("kind", kind);
        if (!namespace.isEmpty()) {
            tree.put("namespace", namespace);
        }
        tree.put("name", name);
        if (!uid.isEmpty()) {
            tree.put("uid", uid);
        }
        return tree;
    }
}
