/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.ccm;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.WatchedObjects;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Puts the hash of their configuration on workloads, so that Pods restart when it changes.
 *
 * @param objects knows the ConfigMaps and Secrets; they are watched
 * @param events is told of those that are missing
 */
record ConfigHashes(WatchedObjects objects, ApplyEvents events) {
    /** What the workloads among these objects refer to. */
    static Set<ObjectKey> references(List<Manifest> desired) {
        Set<ObjectKey> references = new LinkedHashSet<>();
        desired.stream()
                .filter(Manifest::isWorkload)
                .forEach(workload -> references.addAll(ConfigReferences.of(workload)));
        return references;
    }

    /** The same objects; workloads all of whose configuration is there carry its hash. */
    List<Manifest> annotate(List<Manifest> desired) {
        return desired.stream()
                .map(object -> object.isWorkload() ? annotate(object) : object)
                .toList();
    }

    private Manifest annotate(Manifest workload) {
        ConfigHash hash = ConfigHash.of(workload, key -> objects.state(key).object());
        if (hash instanceof ConfigHash.Complete complete) {
            return complete.annotate(workload);
        }
        events.configurationCheckFailed(workload, ((ConfigHash.Missing) hash).message());
        return workload;
    }
}
