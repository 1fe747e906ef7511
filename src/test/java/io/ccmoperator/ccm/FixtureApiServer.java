/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.ccm;

import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.assets.Manifest;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An API server process as the applier sees it. What is asked of it is written down. */
final class FixtureApiServer implements ApiServer {
    private final ApiClient client;
    private final List<String> requests = new ArrayList<>();

    FixtureApiServer(ApiClient client) {
        this.client = client;
    }

    /** The requests since this was asked last. */
    List<String> requests() {
        List<String> since = List.copyOf(requests);
        requests.clear();
        return since;
    }

    /** The object as it is, without writing the request down. */
    Optional<Manifest> live(ObjectKey key) {
        ApiAnswer answer = client.read(named(key));
        return answer.status() == 404 ? Optional.empty() : Optional.of(accepted(answer));
    }

    @Override
    public Optional<Manifest> get(ObjectKey key) {
        requests.add("GET " + key);
        return live(key);
    }

    @Override
    public Manifest create(Manifest object, Persistence persistence) {
        requests.add(text("POST", object, persistence));
        return accepted(client(persistence).create(object));
    }

    @Override
    public Manifest replace(Manifest object, Persistence persistence) {
        requests.add(text("PUT", object, persistence));
        return accepted(client(persistence).replace(object));
    }

    @Override
    public Manifest patchStatus(ObjectKey key, Map<String, Object> patch) {
        throw new AssertionError("nothing here writes a status");
    }

    @Override
    public void delete(ObjectKey key, String uid) {
        requests.add("DELETE " + key);
        accepted(client.delete(named(key)));
    }

    private ApiClient client(Persistence persistence) {
        return persistence == Persistence.DRY_RUN ? client.dryRun() : client;
    }

    private static Manifest accepted(ApiAnswer answer) {
        if (!answer.accepted()) {
            throw new ApiException(answer.status(), answer.refusal(), null);
        }
        return answer.object();
    }

    private static Manifest named(ObjectKey key) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", key.name());
        metadata.put("namespace", key.namespace());
        return new Manifest(
                Map.of("apiVersion", key.kind().apiVersion(), "kind", key.kind().kind(), "metadata", metadata));
    }

    private static String text(String verb, Manifest object, Persistence persistence) {
        return (persistence == Persistence.DRY_RUN ? "DRY-RUN " : "") + verb + " " + object.display();
    }
}
