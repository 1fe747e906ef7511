// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Nodes of which the metadata is known, and those among them that are to be read: each once, and again when its metadata has changed, until
 * it is decided. Safe for use by several threads.
 */
final class UnlabeledNodes {
    /** @param metadata a hash */
    private record Known(String uid, int metadata, boolean decided) {}

    private final Map<String, Known> known = new HashMap<>();
    private final Set<String> due = new LinkedHashSet<>();

    /**
     * Takes in the metadata of a Node.
     *
     * @param node nothing if it does not exist any more, or has the label
     * @return whether the Node is to be read
     */
    synchronized boolean changed(String name, Optional<KubernetesObject> node) {
        if (node.isEmpty()) {
            known.remove(name);
            due.remove(name);
            return false;
        }
        Known before = known.get(name);
        Known now = new Known(node.get().fields().string("metadata", "uid"), hash(node.get()), false);
        boolean isDecided = before != null && before.decided && before.uid.equals(now.uid);
        if (isDecided || now.equals(before)) {
            return false;
        }
        known.put(name, now);
        due.add(name);
        return true;
    }

    /** Takes the next Node that is to be read. */
    synchronized Optional<String> next() {
        Optional<String> next = due.stream().findFirst();
        next.ifPresent(due::remove);
        return next;
    }

    /** A Node is to be read once more, after the others. One that does not exist any more is not. */
    synchronized void again(String name) {
        if (known.containsKey(name)) {
            due.add(name);
        }
    }

    /** A Node is not read again, whatever happens to its metadata. */
    synchronized void decided(KubernetesObject node) {
        known.computeIfPresent(
                node.name(),
                (name, before) -> new Known(node.fields().string("metadata", "uid"), before.metadata, true));
    }

    /** Forgets all. */
    synchronized void clear() {
        known.clear();
        due.clear();
    }

    /** A report of the kubelet changes the version and times of the metadata, and nothing else. */
    private static int hash(KubernetesObject node) {
        Map<String, Object> metadata = new LinkedHashMap<>(node.fields().map("metadata"));
        metadata.remove("resourceVersion");
        metadata.put(
                "managedFields",
                FieldReader.of(metadata).maps("managedFields").stream()
                        .map(entry -> {
                            Map<String, Object> fields = new LinkedHashMap<>(entry);
                            fields.remove("time");
                            return fields;
                        })
                        .toList());
        return metadata.hashCode();
    }
}
