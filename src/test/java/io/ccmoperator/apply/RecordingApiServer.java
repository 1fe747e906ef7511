// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Records the requests to a real API server, as {@link io.ccmoperator.client.StoredObjects} does for its own: the integration tests assert which
 * requests an outcome takes.
 */
final class RecordingApiServer implements ApiServer {
    private final ApiServer server;
    private final List<String> requests = new ArrayList<>();

    RecordingApiServer(ApiServer server) {
        this.server = server;
    }

    /** The requests since this was asked last. */
    List<String> requests() {
        List<String> since = List.copyOf(requests);
        requests.clear();
        return since;
    }

    @Override
    public Optional<KubernetesObject> get(ObjectKey key) {
        requests.add("GET " + key);
        return server.get(key);
    }

    @Override
    public KubernetesObject create(KubernetesObject object, DryRun dryRun) {
        requests.add(text("POST", object, dryRun));
        return server.create(object, dryRun);
    }

    @Override
    public KubernetesObject replace(KubernetesObject object, DryRun dryRun) {
        requests.add(text("PUT", object, dryRun));
        return server.replace(object, dryRun);
    }

    @Override
    public KubernetesObject patchStatus(ObjectKey key, Map<String, Object> patch) {
        requests.add("PATCH STATUS " + key);
        return server.patchStatus(key, patch);
    }

    @Override
    public KubernetesObject patch(ObjectKey key, Map<String, Object> patch, String fieldManager) {
        requests.add("PATCH " + key);
        return server.patch(key, patch, fieldManager);
    }

    @Override
    public void delete(ObjectKey key, String uid) {
        requests.add("DELETE " + key);
        server.delete(key, uid);
    }

    private static String text(String verb, KubernetesObject object, DryRun dryRun) {
        return (dryRun == DryRun.ALL ? "DRY-RUN " : "") + verb + " " + object.display();
    }
}
