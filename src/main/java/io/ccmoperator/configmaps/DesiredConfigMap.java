/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.configmaps;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A ConfigMap as a controller wants it.
 *
 * @param key which one
 * @param content all that it is to hold, and nothing else
 * @param annotations those that it has to have; others stay, as all labels do
 */
public record DesiredConfigMap(ObjectKey key, ConfigMapContent content, Map<String, String> annotations) {
    /** Makes the annotations unmodifiable. */
    public DesiredConfigMap {
        annotations = Map.copyOf(annotations);
    }

    /** Whether the ConfigMap is as wanted, so that nothing has to be written. */
    boolean isLike(KubernetesObject live) {
        return !isImmutable(live)
                && ConfigMapContent.of(live).equals(content)
                && live.map("metadata", "annotations").entrySet().containsAll(annotations.entrySet());
    }

    /** The same under another name, to hear what the server says of it while the ConfigMap is still there. */
    DesiredConfigMap underOtherName() {
        return new DesiredConfigMap(
                new ObjectKey(key.kind(), key.namespace(), key.name() + "-dry-run"), content, annotations);
    }

    /** Whether the ConfigMap can only be deleted. */
    static boolean isImmutable(KubernetesObject live) {
        return Boolean.TRUE.equals(live.at("immutable"));
    }

    /** Replaces the live one, unless that has changed since. */
    KubernetesObject replacement(KubernetesObject live) {
        Map<String, Object> metadata = new LinkedHashMap<>(live.map("metadata"));
        metadata.remove("managedFields");
        metadata.putAll(document(Optional.of(live)).map("metadata"));
        Map<String, Object> tree =
                new LinkedHashMap<>(document(Optional.of(live)).tree());
        tree.put("metadata", metadata);
        return new KubernetesObject(tree);
    }

    /** A new one, with what others put on the one before. */
    KubernetesObject document(Optional<KubernetesObject> live) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", key.name());
        metadata.put("namespace", key.namespace());
        Map<String, Object> allAnnotations = new LinkedHashMap<>();
        live.ifPresent(object -> {
            Map<String, Object> labels = object.map("metadata", "labels");
            if (!labels.isEmpty()) {
                metadata.put("labels", labels);
            }
            allAnnotations.putAll(object.map("metadata", "annotations"));
        });
        allAnnotations.putAll(annotations);
        if (!allAnnotations.isEmpty()) {
            metadata.put("annotations", allAnnotations);
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", key.kind().apiVersion());
        tree.put("kind", key.kind().kind());
        tree.put("metadata", metadata);
        tree.put("data", new LinkedHashMap<>(content.data()));
        if (!content.binaryData().isEmpty()) {
            tree.put("binaryData", new LinkedHashMap<>(content.binaryData()));
        }
        return new KubernetesObject(tree);
    }
}
