// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode.mock;

import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.dsl.HttpMethod;
import io.fabric8.mockwebserver.http.Buffer;
import io.fabric8.mockwebserver.http.Dispatcher;
import io.fabric8.mockwebserver.http.Headers;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** An API server in memory: Fabric8's mock server, over plain HTTP on a free port of the loopback interface. */
public final class InMemoryApiServer implements AutoCloseable {
    private static final List<String> NAMESPACES = List.of("default", "kube-node-lease", "kube-public", "kube-system");

    /** It logs each request. The field keeps the level, which is lost with the logger. */
    private static final Logger REQUEST_LOG = Logger.getLogger(MockWebServer.class.getName());

    private final KubernetesMockServer server;
    private final Vertx vertx;
    private final int port;

    private InMemoryApiServer(KubernetesMockServer server, Vertx vertx, int port) {
        this.server = server;
        this.vertx = vertx;
        this.port = port;
    }

    /** Starts a server that has no objects but the namespaces of a new cluster, and allows whatever a review asks for. */
    public static InMemoryApiServer start() {
        ApiServerDispatcher dispatcher = new ApiServerDispatcher();
        REQUEST_LOG.setLevel(Level.WARNING);
        NAMESPACES.forEach(name -> dispatcher.dispatch(namespace(name)));
        MockWebServer web = new MockWebServer();
        Dispatcher unrecorded = unrecorded(web, dispatcher);
        KubernetesMockServer server = new KubernetesMockServer(new Context(), web, new HashMap<>(), unrecorded, false);
        server.start();
        Vertx vertx = Vertx.vertx();
        HttpServer http = vertx.createHttpServer().requestHandler(new HttpWatches(vertx, unrecorded)::serve);
        http.listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().join();
        return new InMemoryApiServer(server, vertx, http.actualPort());
    }

    /** The URL of the server. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** The mock server itself, for its client and its expectations; it has another URL, where watches are WebSockets. */
    public KubernetesMockServer server() {
        return server;
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
        server.shutdown();
    }

    /** The web server records every request for as long as it runs, which development mode does for hours. */
    private static Dispatcher unrecorded(MockWebServer web, ApiServerDispatcher dispatcher) {
        return new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                web.reset();
                return dispatcher.dispatch(request);
            }
        };
    }

    private static RecordedRequest namespace(String name) {
        String document = "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + name + "\"}}";
        return new RecordedRequest(
                "HTTP_1_1",
                HttpMethod.POST,
                "/api/v1/namespaces",
                Headers.builder().build(),
                new Buffer(document.getBytes(StandardCharsets.UTF_8)));
    }
}
