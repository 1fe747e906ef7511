// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import io.ccmoperator.apply.ObjectOwnership;
import io.ccmoperator.apply.Write;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ApiServer.DryRun;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.preview.PlannedChange.Action;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The objects of a cluster as they would be: each is read once, and a write is a dry run, whose result is the state of the object from then
 * on. Used by one thread.
 */
final class DryRuns {
    /** How often an object is compared again that another client changes meanwhile. */
    private static final int ATTEMPTS = 5;

    private final ApiServer server;
    private final Map<ObjectKey, CacheState> states = new HashMap<>();
    private final List<PlannedChange> changes = new ArrayList<>();
    private final Map<String, String> failures = new LinkedHashMap<>();

    DryRuns(ApiServer server) {
        this.server = server;
    }

    /** What would be written, in the order of the writes. */
    List<PlannedChange> changes() {
        return changes;
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

    /** The state of an object; not synced where it cannot be read. */
    CacheState state(ObjectKey key) {
        CacheState known = states.get(key);
        if (known == null) {
            known = read(key);
            states.put(key, known);
        }
        return known;
    }

    /** Takes an object in place of the cluster's. */
    void replace(KubernetesObject object) {
        states.put(ObjectKey.of(object), new CacheState.Present(object));
    }

    /**
     * Makes an object as desired.
     *
     * @return why it cannot be made so
     */
    Optional<String> apply(KubernetesObject desired, ObjectOwnership ownership) {
        ObjectKey key = ObjectKey.of(desired);
        for (int attempt = 1; ; attempt++) {
            CacheState state = state(key);
            if (!state.isSynced()) {
                return Optional.of(key + " cannot be read");
            }
            Optional<String> refusal = ownership.refusal(desired, state.object());
            if (refusal.isPresent()) {
                return refusal;
            }
            try {
                change(Write.of(desired, state.object(), Optional.empty()), desired, state.object())
                        .ifPresent(this::record);
                return Optional.empty();
            } catch (ApiException e) {
                if (!e.isConflict() || attempt == ATTEMPTS) {
                    return Optional.of(failed(e));
                }
                states.remove(key);
            }
        }
    }

    /** Changes an object of the cluster to another state of it. */
    void change(KubernetesObject changed) {
        try {
            Optional<KubernetesObject> live = state(ObjectKey.of(changed)).object();
            planned(Action.CHANGE, live, server.replace(changed, DryRun.ALL)).ifPresent(this::record);
        } catch (ApiException e) {
            failed(e);
        }
    }

    /** Deletes an object, if there is one. */
    void delete(ObjectKey key) {
        state(key).object().ifPresent(live -> {
            states.put(key, new CacheState.Absent());
            changes.add(new PlannedChange(Action.DELETE, key, Optional.of(live), Optional.empty()));
        });
    }

    private Optional<PlannedChange> change(Write write, KubernetesObject desired, Optional<KubernetesObject> live) {
        if (write instanceof Write.Create creation) {
            KubernetesObject created = server.create(creation.document(), DryRun.ALL);
            AllocatedFields.removeFrom(created, desired);
            return planned(Action.CREATE, live, created);
        } else if (write instanceof Write.Recreate recreation) {
            KubernetesObject created = server.create(recreation.trial(), DryRun.ALL);
            AllocatedFields.removeFrom(created, desired);
            created.fields().map("metadata").put("name", desired.name());
            return planned(Action.RECREATE, live, created);
        } else if (write instanceof Write.Ask question) {
            KubernetesObject answer = server.replace(question.document(), DryRun.ALL);
            return change(Write.of(desired, live.orElseThrow(), answer), desired, live);
        } else if (write instanceof Write.Replace replacement) {
            KubernetesObject replaced = server.replace(replacement.document(), DryRun.ALL);
            boolean isSame = live.map(ServedFields::without).equals(Optional.of(ServedFields.without(replaced)));
            return isSame ? Optional.empty() : planned(Action.CHANGE, live, replaced);
        }
        return Optional.empty();
    }

    private static Optional<PlannedChange> planned(
            Action action, Optional<KubernetesObject> live, KubernetesObject result) {
        return Optional.of(new PlannedChange(action, ObjectKey.of(result), live, Optional.of(result)));
    }

    private void record(PlannedChange change) {
        changes.add(change);
        states.put(change.key(), new CacheState.Present(change.after().orElseThrow()));
    }

    private CacheState read(ObjectKey key) {
        try {
            return server.get(key).<CacheState>map(CacheState.Present::new).orElseGet(CacheState.Absent::new);
        } catch (ApiException e) {
            failed(e);
            failures.put(key + " cannot be read", e.withRemedy());
            return new CacheState.NotSynced();
        }
    }

    private String failed(ApiException e) {
        failures.put(e.getMessage(), e.withRemedy());
        return e.getMessage();
    }
}
