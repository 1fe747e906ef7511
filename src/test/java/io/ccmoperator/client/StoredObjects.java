// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * An API server in memory, as the port through which the operator writes: resource versions, generations, uids, defaults, dry
 * run, immutable fields, finalizers and optimistic locking. It knows kinds from {@link ServedKind}, not from the operator, and
 * records its requests. A test fails requests or lets another client act just before one.
 *
 * <p>Tests that need HTTP, watches or several processes use the server of development mode or a real one.
 */
public final class StoredObjects implements ApiServer, ObjectLists {
    private final Map<String, KubernetesObject> objects = new LinkedHashMap<>();
    private final List<String> requests = new ArrayList<>();
    private final Deque<Runnable> beforeWrites = new ArrayDeque<>();
    private Consumer<String> beforeRequest = request -> {};
    private Consumer<KubernetesObject> defaults = ServerSideDefaults::fill;
    private long version = 100;

    /** Is run before each request, with its line such as {@code PUT Deployment a/b}, and may throw. */
    public void beforeRequest(Consumer<String> hook) {
        beforeRequest = hook;
    }

    /** Is run before the next write that has no event yet, and may throw. */
    public void beforeNextWrite(Runnable event) {
        beforeWrites.add(event);
    }

    /** Replaces the defaults of the server. */
    public void defaults(Consumer<KubernetesObject> fill) {
        defaults = fill;
    }

    /** The requests since the last call, such as {@code PUT Deployment a/b}. */
    public synchronized List<String> takeRequests() {
        List<String> taken = List.copyOf(requests);
        requests.clear();
        return taken;
    }

    /** The current state, without a request. */
    public synchronized Optional<KubernetesObject> live(ObjectKey key) {
        return Optional.ofNullable(objects.get(key.path())).map(KubernetesObject::copy);
    }

    /** The current state of the object of the same kind and name, which has to exist. */
    public KubernetesObject live(KubernetesObject object) {
        return stored(ObjectKey.of(object));
    }

    /** The current state of an object that has to exist. */
    public KubernetesObject stored(ObjectKey key) {
        return live(key).orElseThrow();
    }

    /** All objects. */
    public synchronized List<KubernetesObject> stored() {
        return objects.values().stream().map(KubernetesObject::copy).toList();
    }

    /** Another client creates or replaces an object, whatever exists. */
    public synchronized KubernetesObject put(KubernetesObject object) {
        KubernetesObject sent = object.copy();
        KubernetesObject live = objects.get(path(sent));
        KubernetesObject stored = stored(sent, live);
        if (object.fields().string("metadata", "uid").isEmpty()) {
            stored.fields()
                    .map("metadata")
                    .put(
                            "uid",
                            live == null ? "uid-" + version++ : live.fields().string("metadata", "uid"));
        } else {
            stored.fields().map("metadata").put("uid", object.fields().string("metadata", "uid"));
        }
        stored.fields().map("metadata").put("resourceVersion", Long.toString(version++));
        objects.put(path(stored), stored);
        return stored.copy();
    }

    /** Another client changes an object. */
    public synchronized void edit(KubernetesObject object, Consumer<KubernetesObject> change) {
        KubernetesObject live = live(object);
        KubernetesObject edited = live.copy();
        change.accept(edited);
        objects.put(path(live), stored(edited, live));
    }

    /** Another client deletes an object. */
    public synchronized void remove(ObjectKey key) {
        objects.remove(key.path());
    }

    /** Another client deletes the object of the same kind and name. */
    public void remove(KubernetesObject object) {
        remove(ObjectKey.of(object));
    }

    @Override
    public synchronized Optional<KubernetesObject> get(ObjectKey key) {
        begin("GET " + key);
        ServedKind.ofPath(key.path());
        return live(key);
    }

    @Override
    public synchronized List<KubernetesObject> list(
            ResourceKind kind,
            String namespace,
            String selector,
            Function<KubernetesObject, Optional<KubernetesObject>> keep) {
        begin("LIST " + kind.kind() + " " + namespace + " " + selector);
        return stored().stream()
                .filter(object -> ObjectKey.of(object).kind() == kind
                        && object.namespace().equals(namespace)
                        && isSelected(object, selector))
                .flatMap(object -> keep.apply(object).stream())
                .toList();
    }

    private static boolean isSelected(KubernetesObject object, String selector) {
        Map<String, Object> labels = object.fields().map("metadata", "labels");
        return Stream.of(selector.replaceFirst("^labelSelector=", "").split(","))
                .filter(term -> !term.isEmpty())
                .allMatch(term -> {
                    String[] keyAndValue = term.split("=", 2);
                    return term.startsWith("!")
                            ? !labels.containsKey(term.substring(1))
                            : keyAndValue[1].equals(labels.get(keyAndValue[0]));
                });
    }

    @Override
    public synchronized KubernetesObject create(KubernetesObject object, DryRun dryRun) {
        beginWrite(text("POST", object, dryRun));
        if (objects.containsKey(path(object))) {
            throw new ApiException(409, "POST " + object.display() + ": already exists", null);
        }
        KubernetesObject sent = object.copy();
        // Only the subresource writes a status.
        sent.tree().remove("status");
        return store(stored(sent, null), dryRun);
    }

    @Override
    public synchronized KubernetesObject replace(KubernetesObject object, DryRun dryRun) {
        beginWrite(text("PUT", object, dryRun));
        KubernetesObject live = existing(path(object), "PUT " + object.display());
        String expected = object.fields().string("metadata", "resourceVersion");
        if (!expected.isEmpty() && !expected.equals(live.fields().string("metadata", "resourceVersion"))) {
            throw new ApiException(409, "PUT " + object.display() + ": has been modified", null);
        }
        KubernetesObject next = stored(object.copy(), live);
        if (ServedKind.of(object).differInImmutableFields(live, next)) {
            throw new ApiException(422, "PUT " + object.display() + ": field is immutable", null);
        }
        return store(next, dryRun);
    }

    @Override
    public synchronized KubernetesObject patchStatus(ObjectKey key, Map<String, Object> patch) {
        beginWrite("PATCH STATUS " + key);
        KubernetesObject changed = existing(key.path(), "PATCH STATUS " + key).copy();
        String expected = FieldReader.of(patch).string("metadata", "resourceVersion");
        if (!expected.equals(changed.fields().string("metadata", "resourceVersion"))) {
            throw new ApiException(409, "PATCH STATUS " + key + ": has been modified", null);
        }
        Map<String, Object> status = new LinkedHashMap<>(changed.fields().map("status"));
        status.putAll(FieldReader.of(patch).map("status"));
        changed.tree().put("status", status);
        changed.fields().map("metadata").put("resourceVersion", Long.toString(version++));
        return store(changed, DryRun.NONE);
    }

    /** Merges labels, which is what the operator patches. */
    @Override
    public synchronized KubernetesObject patch(ObjectKey key, Map<String, Object> patch, String fieldManager) {
        String request = "PATCH " + key + " by " + fieldManager;
        beginWrite(request);
        KubernetesObject changed = existing(key.path(), request).copy();
        String expected = FieldReader.of(patch).string("metadata", "resourceVersion");
        if (!expected.equals(changed.fields().string("metadata", "resourceVersion"))) {
            throw new ApiException(409, request + ": has been modified", null);
        }
        Map<String, Object> labels = new LinkedHashMap<>(changed.fields().map("metadata", "labels"));
        labels.putAll(FieldReader.of(patch).map("metadata", "labels"));
        changed.fields().map("metadata").put("labels", labels);
        changed.fields().map("metadata").put("resourceVersion", Long.toString(version++));
        return store(changed, DryRun.NONE);
    }

    @Override
    public synchronized void delete(ObjectKey key, String uid) {
        beginWrite("DELETE " + key);
        ServedKind.ofPath(key.path());
        Optional<KubernetesObject> live = live(key);
        if (live.isPresent() && !live.get().fields().string("metadata", "uid").equals(uid)) {
            throw new ApiException(409, "DELETE " + key + ": uid differs", null);
        }
        if (live.isEmpty() || live.get().fields().at("metadata", "finalizers") == null) {
            objects.remove(key.path());
        }
    }

    private void begin(String request) {
        requests.add(request);
        beforeRequest.accept(request);
    }

    private void beginWrite(String request) {
        begin(request);
        if (!beforeWrites.isEmpty()) {
            beforeWrites.remove().run();
        }
    }

    /** The path that the operator would use, if the server serves it. */
    private static String path(KubernetesObject object) {
        ServedKind.of(object);
        return ObjectKey.of(object).path();
    }

    private KubernetesObject existing(String path, String request) {
        return Optional.ofNullable(objects.get(path))
                .orElseThrow(() -> new ApiException(404, request + ": not found", null));
    }

    private KubernetesObject store(KubernetesObject object, DryRun dryRun) {
        if (dryRun == DryRun.NONE) {
            objects.put(path(object), object.copy());
        }
        return object;
    }

    /** The stored form of a sent object: with defaults, and with a new version if it differs from the live one. */
    private KubernetesObject stored(KubernetesObject sent, KubernetesObject live) {
        defaults.accept(sent);
        Map<String, Object> metadata = new LinkedHashMap<>(sent.fields().map("metadata"));
        sent.tree().put("metadata", metadata);
        Map<String, Object> before = live == null ? Map.of() : live.fields().map("metadata");
        metadata.put("uid", live == null ? "uid-" + version++ : before.get("uid"));
        if (sent.fields().at("spec") != null) {
            metadata.put("generation", generation(sent, live));
        }
        if (live != null && live.fields().at("status") != null) {
            sent.tree().putIfAbsent("status", live.copy().fields().at("status"));
        }
        metadata.put("resourceVersion", before.get("resourceVersion"));
        if (live == null || !sent.tree().equals(live.tree())) {
            metadata.put("resourceVersion", Long.toString(version++));
        }
        return sent;
    }

    /** Annotations of a Deployment count, too: PrepareForUpdate in pkg/registry/apps/deployment/strategy.go of Kubernetes. */
    private static long generation(KubernetesObject sent, KubernetesObject live) {
        if (live == null) {
            return 1;
        }
        long generation = live.fields().at("metadata", "generation") instanceof Number number ? number.longValue() : 1;
        boolean counts = !Objects.equals(sent.fields().at("spec"), live.fields().at("spec"))
                || sent.kind().equals("Deployment")
                        && !sent.fields()
                                .map("metadata", "annotations")
                                .equals(live.fields().map("metadata", "annotations"));
        return generation + (counts ? 1 : 0);
    }

    private static String text(String verb, KubernetesObject object, DryRun dryRun) {
        return (dryRun == DryRun.ALL ? "DRY-RUN " : "") + verb + " " + object.display();
    }
}
