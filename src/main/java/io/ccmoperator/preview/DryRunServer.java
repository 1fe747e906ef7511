// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.preview.PlannedChange.Action;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An API server on which nothing is stored: a write is a dry run on the real one, and its result is what later reads return, so
 * that a controller sees what it would have written. A delete sends no request. Used by one thread.
 */
final class DryRunServer implements ApiServer {
    /** As when the operator asks for the result of a write while an object of the name still exists. */
    private static final String OTHER_NAME = "-dry-run";

    /** Differs from each version of the real server, as after a write. */
    private static final String WRITTEN = "dry-run";

    private final ApiServer server;
    private final Map<ObjectKey, PlannedChange> changes = new LinkedHashMap<>();
    private final Map<String, String> failures = new LinkedHashMap<>();

    DryRunServer(ApiServer server) {
        this.server = server;
    }

    /** What was written so far. */
    List<PlannedChange> changes() {
        return List.copyOf(changes.values());
    }

    /** The requests that failed: message to the same with the remedy. */
    Map<String, String> failures() {
        return failures;
    }

    /** Whether a cause says nothing but which requests failed. */
    boolean hasFailuresOf(String cause) {
        String rest = cause;
        for (String message : failures.keySet()) {
            rest = rest.replace(message, "");
        }
        return rest.replace("; ", "").isBlank();
    }

    @Override
    public Optional<KubernetesObject> get(ObjectKey key) {
        return Optional.ofNullable(changes.get(key))
                .map(change -> change.after().map(KubernetesObject::copy))
                .orElseGet(() -> live(key).map(DryRunServer::withoutStatus));
    }

    @Override
    public KubernetesObject create(KubernetesObject object, DryRun dryRun) {
        ObjectKey key = ObjectKey.of(object);
        PlannedChange earlier = changes.get(key);
        if (dryRun == DryRun.ALL) {
            return request(() -> server.create(object, DryRun.ALL));
        } else if (earlier == null) {
            KubernetesObject created = request(() -> server.create(object, DryRun.ALL));
            AllocatedFields.removeFrom(created, object);
            return plan(new PlannedChange(Action.CREATE, key, Optional.empty(), Optional.empty()), created);
        }
        PlannedChange recreation = new PlannedChange(Action.RECREATE, key, earlier.before(), Optional.empty());
        return plan(recreation, result(recreation, object));
    }

    @Override
    public KubernetesObject replace(KubernetesObject object, DryRun dryRun) {
        ObjectKey key = ObjectKey.of(object);
        PlannedChange change = Optional.ofNullable(changes.get(key))
                .orElseGet(() -> new PlannedChange(Action.CHANGE, key, live(key), Optional.empty()));
        KubernetesObject replaced = result(change, object);
        if (dryRun == DryRun.ALL) {
            return withoutStatus(replaced);
        }
        boolean isSame = change.action() == Action.CHANGE
                && change.before()
                        .map(ServedFields::without)
                        .equals(Optional.of(replaced).map(ServedFields::without));
        if (isSame) {
            changes.remove(key);
            return withoutStatus(change.before().orElseThrow());
        }
        return plan(change, replaced);
    }

    @Override
    public KubernetesObject patchStatus(ObjectKey key, Map<String, Object> patch) {
        throw new UnsupportedOperationException("a preview writes no status");
    }

    @Override
    public KubernetesObject patch(ObjectKey key, Map<String, Object> patch, String fieldManager) {
        throw new UnsupportedOperationException("a preview labels no nodes");
    }

    @Override
    public void delete(ObjectKey key, String uid) {
        changes.put(key, new PlannedChange(Action.DELETE, key, live(key), Optional.empty()));
    }

    /** What the real server would make of an object, which it may have in another state. */
    private KubernetesObject result(PlannedChange change, KubernetesObject object) {
        KubernetesObject document = object.copy();
        Map<String, Object> metadata = document.fields().map("metadata");
        if (change.action() == Action.CHANGE) {
            change.before()
                    .ifPresent(live ->
                            metadata.put("resourceVersion", live.fields().string("metadata", "resourceVersion")));
            return request(() -> server.replace(document, DryRun.ALL));
        }
        metadata.keySet().removeAll(List.of("uid", "resourceVersion", "creationTimestamp", "generation"));
        if (change.action() != Action.CREATE) {
            metadata.put("name", document.name() + OTHER_NAME);
        }
        KubernetesObject created = request(() -> server.create(document, DryRun.ALL));
        AllocatedFields.removeFrom(created, object);
        created.fields().map("metadata").put("name", object.name());
        return created;
    }

    private KubernetesObject plan(PlannedChange change, KubernetesObject result) {
        KubernetesObject planned = withoutStatus(result);
        planned.fields().map("metadata").put("resourceVersion", WRITTEN);
        changes.put(change.key(), change.leadingTo(planned));
        return planned.copy();
    }

    private Optional<KubernetesObject> live(ObjectKey key) {
        return request(() -> server.get(key));
    }

    private <T> T request(Supplier<T> request) {
        try {
            return request.get();
        } catch (ApiException e) {
            // A conflict is tried again by the caller.
            if (!e.isConflict()) {
                failures.put(e.getMessage(), e.withRemedy());
            }
            throw e;
        }
    }

    /** A rollout, which may have stalled, is not a matter of what would be written. */
    private static KubernetesObject withoutStatus(KubernetesObject object) {
        if (!object.isWorkload()) {
            return object;
        }
        KubernetesObject copy = object.copy();
        copy.tree().remove("status");
        return copy;
    }
}
