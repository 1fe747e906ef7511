/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An API server in memory with what matters to applying: resource versions, generations, uids, defaults, dry run,
 * immutable fields and finalizers. It records its requests.
 *
 * <p>It is not the mock server of the scenarios, because the mock server does not reject changes of immutable fields, does
 * not keep an object with finalizers after its deletion, and has no defaults of workloads. Here a hook fails or changes
 * something before a chosen request, a test replaces the defaults, and the thousands of objects of a property need no HTTP.
 */
public final class FakeApiServer implements ApiServer {
    private final Map<ObjectKey, KubernetesObject> objects = new LinkedHashMap<>();
    private final List<String> requests = new ArrayList<>();
    private Consumer<String> beforeRequest = request -> {};
    private Consumer<KubernetesObject> defaults = FakeDefaults::fill;
    private long version = 100;

    /** Is run before each request, with its text such as {@code PUT Deployment a/b}, and may throw. */
    public void beforeRequest(Consumer<String> hook) {
        beforeRequest = hook;
    }

    /** Takes the place of the server's defaults. */
    public void defaults(Consumer<KubernetesObject> fill) {
        defaults = fill;
    }

    /** The requests since this was asked last. */
    public List<String> requests() {
        List<String> since = List.copyOf(requests);
        requests.clear();
        return since;
    }

    /** The object as it is, without a request. */
    public Optional<KubernetesObject> live(ObjectKey key) {
        return Optional.ofNullable(objects.get(key)).map(KubernetesObject::copy);
    }

    /** The object of the same kind and name. */
    public KubernetesObject live(KubernetesObject object) {
        return live(ObjectKey.of(object)).orElseThrow();
    }

    /** Somebody else changes an object. */
    public void edit(KubernetesObject object, Consumer<KubernetesObject> change) {
        KubernetesObject live = live(object);
        KubernetesObject edited = live.copy();
        change.accept(edited);
        objects.put(ObjectKey.of(object), stored(edited, live));
    }

    /** Somebody else deletes an object. */
    public void remove(KubernetesObject object) {
        objects.remove(ObjectKey.of(object));
    }

    /** Somebody else creates an object. */
    public void put(KubernetesObject object) {
        objects.put(ObjectKey.of(object), stored(object.copy(), null));
    }

    @Override
    public Optional<KubernetesObject> get(ObjectKey key) {
        begin("GET " + key);
        return live(key);
    }

    @Override
    public KubernetesObject create(KubernetesObject object, Persistence persistence) {
        begin(text("POST", object, persistence));
        ObjectKey key = ObjectKey.of(object);
        if (objects.containsKey(key)) {
            throw new ApiException(409, "POST " + key + ": already exists", null);
        }
        return store(stored(object.copy(), null), persistence);
    }

    @Override
    public KubernetesObject replace(KubernetesObject object, Persistence persistence) {
        begin(text("PUT", object, persistence));
        ObjectKey key = ObjectKey.of(object);
        KubernetesObject live = live(key).orElseThrow(() -> new ApiException(404, "PUT " + key + ": not found", null));
        String sent = object.fields().string("metadata", "resourceVersion");
        if (!sent.isEmpty() && !sent.equals(live.fields().string("metadata", "resourceVersion"))) {
            throw new ApiException(409, "PUT " + key + ": has been modified", null);
        }
        KubernetesObject next = stored(object.copy(), live);
        if (Ownership.differInWhatIsImmutable(live, next)) {
            throw new ApiException(422, "PUT " + key + ": field is immutable", null);
        }
        return store(next, persistence);
    }

    @Override
    public KubernetesObject patchStatus(ObjectKey key, Map<String, Object> patch) {
        throw new AssertionError("nothing here writes a status");
    }

    @Override
    public void delete(ObjectKey key, String uid) {
        begin("DELETE " + key);
        Optional<KubernetesObject> live = live(key);
        if (live.isPresent() && !live.get().fields().string("metadata", "uid").equals(uid)) {
            throw new ApiException(409, "DELETE " + key + ": uid differs", null);
        }
        if (live.isEmpty() || live.get().fields().at("metadata", "finalizers") == null) {
            objects.remove(key);
        }
    }

    private void begin(String request) {
        requests.add(request);
        beforeRequest.accept(request);
    }

    private KubernetesObject store(KubernetesObject object, Persistence persistence) {
        if (persistence == Persistence.STORED) {
            objects.put(ObjectKey.of(object), object.copy());
        }
        return object;
    }

    /** What is stored for what is sent: with defaults, and new versions where something differs. */
    private KubernetesObject stored(KubernetesObject sent, KubernetesObject live) {
        defaults.accept(sent);
        Map<String, Object> metadata = sent.fields().map("metadata");
        Map<String, Object> before = live == null ? Map.of() : live.fields().map("metadata");
        metadata.put("uid", live == null ? "uid-" + version++ : before.get("uid"));
        metadata.put("generation", generation(sent, live));
        metadata.put("resourceVersion", before.get("resourceVersion"));
        if (live != null && live.fields().at("status") != null) {
            sent.tree().putIfAbsent("status", live.copy().fields().at("status"));
        }
        if (live == null || !sent.tree().equals(live.tree())) {
            metadata.put("resourceVersion", Long.toString(version++));
        }
        return sent;
    }

    private static long generation(KubernetesObject sent, KubernetesObject live) {
        if (live == null) {
            return 1;
        }
        boolean changed =
                !Objects.equals(sent.fields().at("spec"), live.fields().at("spec"));
        return SpecHash.generation(live) + (changed ? 1 : 0);
    }

    private static String text(String verb, KubernetesObject object, Persistence persistence) {
        return (persistence == Persistence.DRY_RUN ? "DRY-RUN " : "") + verb + " " + object.display();
    }
}
