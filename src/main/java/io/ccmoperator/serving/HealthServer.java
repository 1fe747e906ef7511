/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving;

import io.ccmoperator.assets.tree.JsonWriter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Serves /healthz and /readyz over plain HTTP, each with a JSON body that lists its checks. Nothing else is there. */
public final class HealthServer {
    private final HttpServer server;
    private final List<HealthCheck> liveness;
    private final List<HealthCheck> readiness;

    /**
     * @param liveness the process has to be restarted when one of them fails
     * @param readiness the process can do its work when none of them fails
     */
    public HealthServer(Vertx vertx, List<HealthCheck> liveness, List<HealthCheck> readiness) {
        this.server = vertx.createHttpServer().requestHandler(this::answer);
        this.liveness = List.copyOf(liveness);
        this.readiness = List.copyOf(readiness);
    }

    /** Begins to serve. Fails when the address is taken. */
    public Future<HttpServer> listen(ListenAddress address) {
        return server.listen(address.port(), address.host());
    }

    private void answer(HttpServerRequest request) {
        switch (request.path()) {
            case "/healthz" -> answer(request, liveness);
            case "/readyz" -> answer(request, readiness);
            default -> request.response().setStatusCode(404).end();
        }
    }

    private static void answer(HttpServerRequest request, List<HealthCheck> checks) {
        List<Object> results = new ArrayList<>();
        boolean all = true;
        for (HealthCheck check : checks) {
            boolean passed = check.passed().getAsBoolean();
            all &= passed;
            results.add(result(check.name(), passed));
        }
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("status", all ? "UP" : "DOWN");
        body.put("checks", results);
        request.response()
                .setStatusCode(all ? 200 : 503)
                .putHeader("Content-Type", "application/json")
                .end(JsonWriter.indented(body));
    }

    private static Map<String, Object> result(String name, boolean passed) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("name", name);
        result.put("status", passed ? "UP" : "DOWN");
        return result;
    }
}
