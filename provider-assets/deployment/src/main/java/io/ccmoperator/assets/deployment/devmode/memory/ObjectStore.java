/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode.memory;

import io.ccmoperator.assets.Manifest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The objects, with the semantics of an API server that a controller relies upon: a resourceVersion that grows with each
 * change, conflicts, a generation that follows the spec, a status that only its subresource writes, dry runs. A stored tree
 * is never changed. Not safe for several threads.
 */
final class ObjectStore {
    /** What a watch tells. */
    record Event(String type, ResourcePath path, Manifest object) {}

    private final Map<ResourcePath, Manifest> objects = new LinkedHashMap<>();
    private final Set<Consumer<Event>> listeners = new LinkedHashSet<>();
    private final ServerMetadata metadata = new ServerMetadata();

    /** The version of the last change. */
    String version() {
        return metadata.version();
    }

    /** Calls a listener after each change, until {@link #unwatch}. */
    void watch(Consumer<Event> listener) {
        listeners.add(listener);
    }

    void unwatch(Consumer<Event> listener) {
        listeners.remove(listener);
    }

    /** @throws Refusal if there is none */
    Manifest get(ResourcePath path) {
        Manifest object = objects.get(path.object(path.name()));
        if (object == null) {
            throw Refusal.notFound(path);
        }
        return object;
    }

    /** The objects of a collection, or the one that the path names. */
    List<Manifest> list(ResourcePath collection) {
        return objects.entrySet().stream()
                .filter(entry -> collection.covers(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** @throws Refusal if the object has no name, its namespace is missing, or it is there already */
    Manifest create(ResourcePath collection, Manifest object, boolean dryRun) {
        if (object.name().isEmpty()) {
            throw Refusal.invalid(collection, "metadata.name: Required value");
        }
        ResourcePath path = collection.object(object.name());
        if (!path.namespace().isEmpty()) {
            get(path.itsNamespace());
        }
        if (objects.containsKey(path)) {
            throw Refusal.alreadyExists(path);
        }
        Manifest created = object.copy();
        created.tree().remove("status");
        Defaults.fill(created);
        return keep("ADDED", path, metadata.created(created, path.namespace(), dryRun), dryRun);
    }

    /** @throws Refusal if there is none, or it has changed since the version that the document names */
    Manifest replace(ResourcePath path, Manifest object, boolean dryRun) {
        Manifest live = get(path);
        checkVersion(path, live, object);
        Manifest replaced = object.copy();
        Defaults.fill(replaced);
        return change(path, live, replaced, live.tree().get("status"), dryRun);
    }

    /** Merges the status of a patch into that of the object. The same refusals as for {@link #replace}. */
    Manifest patchStatus(ResourcePath path, Manifest patch, boolean dryRun) {
        Manifest live = get(path);
        checkVersion(path, live, patch);
        Object status = MergePatch.apply(live.tree().get("status"), patch.tree().get("status"));
        return change(path, live, live.copy(), status, dryRun);
    }

    /**
     * Deletes an object and returns what it was.
     *
     * @param uid only the object of that uid; any, if empty
     * @throws Refusal if there is none, or it has another uid
     */
    Manifest delete(ResourcePath path, String uid) {
        Manifest live = get(path);
        if (!uid.isEmpty() && !uid.equals(live.text("metadata", "uid"))) {
            throw Refusal.conflict(path, "the UID in the precondition is not the UID of the object");
        }
        Manifest last = metadata.deleted(live);
        ResourcePath key = path.object(path.name());
        objects.remove(key);
        tell(new Event("DELETED", key, last));
        return last;
    }

    private Manifest change(ResourcePath path, Manifest live, Manifest changed, Object status, boolean dryRun) {
        changed.tree().remove("status");
        if (status != null) {
            changed.tree().put("status", status);
        }
        Manifest result = metadata.changed(live, changed, dryRun);
        // A write that changes nothing is none: no new version, nothing to tell.
        return result.tree().equals(live.tree()) ? live : keep("MODIFIED", path, result, dryRun);
    }

    private Manifest keep(String type, ResourcePath path, Manifest object, boolean dryRun) {
        if (!dryRun) {
            ResourcePath key = path.object(object.name());
            objects.put(key, object);
            tell(new Event(type, key, object));
        }
        return object;
    }

    private void tell(Event event) {
        new ArrayList<>(listeners).forEach(listener -> listener.accept(event));
    }

    private static void checkVersion(ResourcePath path, Manifest live, Manifest wanted) {
        String version = wanted.text("metadata", "resourceVersion");
        if (!version.isEmpty() && !Objects.equals(version, live.text("metadata", "resourceVersion"))) {
            throw Refusal.conflict(
                    path, "the object has been modified; please apply your changes to the latest version");
        }
    }
}
