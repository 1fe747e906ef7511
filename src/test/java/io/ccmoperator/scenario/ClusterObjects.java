// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.scenario;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonReader;
import io.fabric8.kubernetes.api.Pluralize;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Objects of a cluster as another client reads and writes them.
 *
 * @param client may do everything
 */
record ClusterObjects(KubernetesClient client) {
    /** Creates an object, or changes the existing one to it; its status too, if it has one. */
    void put(KubernetesObject object) {
        KubernetesObject document = object.copy();
        Object status = document.tree().get("status");
        if (find(object).isEmpty()) {
            client.raw(collection(object), "POST", document.tree());
        } else {
            client.raw(path(object), "PUT", document.tree());
        }
        if (status != null) {
            putStatus(object, status);
        }
    }

    /** Replaces the status of an object. */
    void putStatus(KubernetesObject object, Object status) {
        KubernetesObject reported = live(object);
        reported.fields().map("metadata").remove("resourceVersion");
        reported.tree().put("status", status);
        client.raw(path(object) + "/status", "PUT", reported.tree());
    }

    /** The object of the same kind and name, if it exists. */
    Optional<KubernetesObject> find(KubernetesObject object) {
        return Optional.ofNullable(client.raw(path(object))).map(ClusterObjects::read);
    }

    /** The object of the same kind and name. */
    KubernetesObject live(KubernetesObject object) {
        return find(object).orElseThrow(() -> new AssertionError(object.display() + " does not exist"));
    }

    /** The objects of the same kind and namespace. */
    List<KubernetesObject> like(KubernetesObject object) {
        return read(client.raw(collection(object))).fields().maps("items").stream()
                .map(KubernetesObject::new)
                .toList();
    }

    void delete(KubernetesObject object) {
        client.raw(path(object), "DELETE", Map.of());
    }

    private static String path(KubernetesObject object) {
        return collection(object) + "/" + object.name();
    }

    private static String collection(KubernetesObject object) {
        String root = (object.apiVersion().contains("/") ? "/apis/" : "/api/") + object.apiVersion();
        String namespace = object.namespace().isEmpty() ? "" : "/namespaces/" + object.namespace();
        return root + namespace + "/" + Pluralize.toPlural(object.kind().toLowerCase(Locale.ROOT));
    }

    @SuppressWarnings("unchecked")
    private static KubernetesObject read(String json) {
        return new KubernetesObject((Map<String, Object>) JsonReader.read(json));
    }
}
