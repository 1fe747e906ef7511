/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode.memory;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.SyntaxException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;

/**
 * Serves objects of any kind over plain HTTP on a free port of the loopback interface: get, list, create, replace, delete,
 * merge patches of the status, and watches that tell the beginning themselves. There is no discovery, no validation, no
 * admission and no permission.
 */
public final class MemoryApiServer implements AutoCloseable {
    private static final List<String> NAMESPACES = List.of("default", "kube-node-lease", "kube-public", "kube-system");

    private final Vertx vertx;
    private final HttpServer server;
    private final ObjectStore store = new ObjectStore();

    private MemoryApiServer() {
        // One thread for all requests: so the store needs no locks.
        vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        server = vertx.createHttpServer().requestHandler(this::serve);
    }

    /** Starts a server that has no objects but the namespaces of a new cluster. */
    public static MemoryApiServer start() {
        MemoryApiServer started = new MemoryApiServer();
        try {
            NAMESPACES.forEach(started::createNamespace);
            await(started.server.listen(0, "127.0.0.1"));
            return started;
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    /** Where it serves. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.actualPort());
    }

    @Override
    public void close() {
        await(vertx.close());
    }

    private void createNamespace(String name) {
        Map<String, Object> tree = Map.of("apiVersion", "v1", "kind", "Namespace", "metadata", Map.of("name", name));
        store.create(new ResourcePath("v1", "namespaces", "", "", ""), new Manifest(tree), false);
    }

    private static void await(Future<?> future) {
        try {
            future.toCompletionStage().toCompletableFuture().join();
        } catch (CompletionException e) {
            throw new IllegalStateException(
                    "in-memory API server: " + e.getCause().getMessage(), e);
        }
    }

    private void serve(HttpServerRequest request) {
        request.body().onSuccess(body -> answer(request, body));
    }

    private void answer(HttpServerRequest request, Buffer body) {
        try {
            ResourcePath path = ResourcePath.of(request.path()).orElseThrow(() -> Refusal.noSuchPath(request.path()));
            if ("true".equals(request.getParam("watch"))) {
                WatchResponse.begin(request, path, store, vertx);
            } else {
                Manifest result = result(request, path, body);
                end(request.response(), request.method().name().equals("POST") ? 201 : 200, result);
            }
        } catch (Refusal e) {
            end(request.response(), e.code(), e.status());
        }
    }

    private Manifest result(HttpServerRequest request, ResourcePath path, Buffer body) {
        boolean dryRun = "All".equals(request.getParam("dryRun"));
        boolean ofObject = path.subresource().isEmpty() && !path.name().isEmpty();
        switch (request.method().name()) {
            case "GET" -> {
                return ofObject ? store.get(path) : list(FieldSelector.select(path, request));
            }
            case "POST" -> {
                if (path.name().isEmpty()) {
                    return store.create(path, object(body), dryRun);
                }
            }
            case "PUT" -> {
                if (ofObject) {
                    return store.replace(path, object(body), dryRun);
                }
            }
            case "PATCH" -> {
                if (path.subresource().equals("status")) {
                    return store.patchStatus(path, object(body), dryRun);
                }
            }
            case "DELETE" -> {
                if (ofObject) {
                    return store.delete(
                            path, body.length() == 0 ? "" : object(body).text("preconditions", "uid"));
                }
            }
            default -> {
                // Refused below.
            }
        }
        throw Refusal.notAllowed(request.method() + " " + request.path());
    }

    private Manifest list(ResourcePath path) {
        Map<String, Object> list = new LinkedHashMap<>();
        list.put("apiVersion", path.groupVersion());
        list.put("kind", "List");
        list.put("metadata", Map.of("resourceVersion", store.version()));
        list.put("items", store.list(path).stream().map(Manifest::tree).toList());
        return new Manifest(list);
    }

    @SuppressWarnings("unchecked")
    private static Manifest object(Buffer body) {
        try {
            if (JsonReader.read(body.getBytes()) instanceof Map<?, ?> tree) {
                return new Manifest((Map<String, Object>) tree);
            }
        } catch (SyntaxException e) {
            throw Refusal.badRequest("the body is no JSON: " + e.getMessage());
        }
        throw Refusal.badRequest("the body is no object");
    }

    private static void end(HttpServerResponse response, int code, Manifest object) {
        response.setStatusCode(code)
                .putHeader("Content-Type", "application/json")
                .end(JsonWriter.compact(object.tree()));
    }
}
