/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode.memory;

import io.ccmoperator.assets.Manifest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The part of an object's metadata that belongs to the server. */
final class ServerMetadata {
    private static final List<String> KEPT = List.of("namespace", "uid", "creationTimestamp", "generation");

    private long version;

    String version() {
        return String.valueOf(version);
    }

    /** The object as it is stored at first. */
    Manifest created(Manifest object, String namespace, boolean dryRun) {
        Map<String, Object> metadata = metadata(object);
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        metadata.put("uid", UUID.randomUUID().toString());
        metadata.put(
                "creationTimestamp",
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        if (object.tree().containsKey("spec")) {
            metadata.put("generation", 1L);
        }
        metadata.put("resourceVersion", next(dryRun));
        return object;
    }

    /**
     * A change as it is stored: with a new version if there is a difference at all, and a new generation if the spec differs.
     *
     * @param changed taken as it is; its metadata is filled in
     */
    Manifest changed(Manifest live, Manifest changed, boolean dryRun) {
        Map<String, Object> metadata = metadata(changed);
        KEPT.forEach(key -> keep(key, live.map("metadata"), metadata));
        keep("resourceVersion", live.map("metadata"), metadata);
        if (changed.tree().equals(live.tree())) {
            return changed;
        }
        if (!changed.map("spec").equals(live.map("spec"))) {
            metadata.put("generation", live.at("metadata", "generation") instanceof Long before ? before + 1 : 1L);
        }
        metadata.put("resourceVersion", next(dryRun));
        return changed;
    }

    /** The object as watches see it last. */
    Manifest deleted(Manifest live) {
        Manifest last = live.copy();
        metadata(last).put("resourceVersion", next(false));
        return last;
    }

    private String next(boolean dryRun) {
        return String.valueOf(dryRun ? version : ++version);
    }

    private static void keep(String key, Map<String, Object> live, Map<String, Object> changed) {
        if (live.containsKey(key)) {
            changed.put(key, live.get(key));
        } else {
            changed.remove(key);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> metadata(Manifest object) {
        return (Map<String, Object>)
                object.tree().computeIfAbsent("metadata", key -> new LinkedHashMap<String, Object>());
    }
}
