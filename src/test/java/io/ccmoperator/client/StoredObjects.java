/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An API server in memory with optimistic locking. A test may let something happen just before a write arrives. */
public final class StoredObjects implements ApiServer {
    private final Map<ObjectKey, KubernetesObject> objects = new HashMap<>();
    private final List<String> requests = new ArrayList<>();
    private final Deque<Runnable> beforeWrites = new ArrayDeque<>();
    private long revision = 100;

    /** Runs something before the next write that has nothing to run yet; what it throws is the answer. */
    public void beforeNextWrite(Runnable event) {
        beforeWrites.add(event);
    }

    /** Verbs and names of all requests since the last call. */
    public synchronized List<String> takeRequests() {
        List<String> taken = List.copyOf(requests);
        requests.clear();
        return taken;
    }

    /** Stores an object as somebody else would, whatever is there. */
    public synchronized KubernetesObject put(KubernetesObject object) {
        KubernetesObject copy = object.copy();
        Map<String, Object> metadata = new LinkedHashMap<>(copy.fields().map("metadata"));
        metadata.put("resourceVersion", Long.toString(++revision));
        metadata.putIfAbsent("uid", "uid-" + revision);
        copy.tree().put("metadata", metadata);
        objects.put(ObjectKey.of(copy), copy);
        return copy.copy();
    }

    /** Deletes an object as somebody else would. */
    public synchronized void remove(ObjectKey key) {
        objects.remove(key);
    }

    /** The object as it is, without a request. */
    public synchronized KubernetesObject stored(ObjectKey key) {
        return objects.get(key).copy();
    }

    /** The object as it is, if it is there, without a request. */
    public synchronized Optional<KubernetesObject> find(ObjectKey key) {
        return Optional.ofNullable(objects.get(key)).map(KubernetesObject::copy);
    }

    /** All objects as they are, without a request. */
    public synchronized List<KubernetesObject> stored() {
        return List.copyOf(objects.values());
    }

    @Override
    public synchronized Optional<KubernetesObject> get(ObjectKey key) {
        requests.add("get " + key);
        return Optional.ofNullable(objects.get(key)).map(KubernetesObject::copy);
    }

    @Override
    public synchronized KubernetesObject create(KubernetesObject object, Persistence persistence) {
        boolean dryRun = persistence == Persistence.DRY_RUN;
        beforeWrite(dryRun ? "try to create " : "create ", ObjectKey.of(object));
        if (objects.containsKey(ObjectKey.of(object))) {
            throw new ApiException(409, "exists", null);
        }
        KubernetesObject copy = object.copy();
        // As with every kind that has the subresource, a status that comes along is dropped.
        copy.tree().remove("status");
        return dryRun ? copy : put(copy);
    }

    @Override
    public synchronized KubernetesObject replace(KubernetesObject object, Persistence persistence) {
        beforeWrite("replace ", ObjectKey.of(object));
        KubernetesObject live = existing(ObjectKey.of(object));
        String expected = object.fields().string("metadata", "resourceVersion");
        if (!expected.isEmpty() && !expected.equals(live.fields().string("metadata", "resourceVersion"))) {
            throw new ApiException(409, "has changed", null);
        }
        if (Boolean.TRUE.equals(live.fields().at("immutable"))) {
            throw new ApiException(422, "field is immutable", null);
        }
        return put(object);
    }

    @Override
    public synchronized KubernetesObject patchStatus(ObjectKey key, Map<String, Object> patch) {
        beforeWrite("patchStatus ", key);
        KubernetesObject changed = existing(key).copy();
        String expected = FieldReader.of(patch).string("metadata", "resourceVersion");
        if (!expected.equals(changed.fields().string("metadata", "resourceVersion"))) {
            throw new ApiException(409, "has changed", null);
        }
        Map<String, Object> status = new LinkedHashMap<>(changed.fields().map("status"));
        status.putAll(FieldReader.of(patch).map("status"));
        changed.tree().put("status", status);
        return put(changed);
    }

    @Override
    public synchronized void delete(ObjectKey key, String uid) {
        beforeWrite("delete ", key);
        Optional<KubernetesObject> live = find(key);
        if (live.isPresent() && !live.get().fields().string("metadata", "uid").equals(uid)) {
            throw new ApiException(409, "is another one", null);
        }
        remove(key);
    }

    private void beforeWrite(String verb, ObjectKey key) {
        requests.add(verb + key);
        if (!beforeWrites.isEmpty()) {
            beforeWrites.remove().run();
        }
    }

    private KubernetesObject existing(ObjectKey key) {
        if (!objects.containsKey(key)) {
            throw new ApiException(404, "not found", null);
        }
        return objects.get(key);
    }
}
