// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.net.ssl.SSLSession;

/** The endpoint on a free port, by plain HTTP and before a handler that renders metrics, and a client of it. */
public final class MetricsServed implements AutoCloseable {
    /** No authority signs client certificates. */
    public static final CertificateAccess NO_CERTIFICATES =
            new CertificateAccess(() -> Optional.of(List.of()), Clock.systemUTC());

    private final HttpServer server;
    private final HttpClient client =
            HttpClient.newBuilder().version(Version.HTTP_1_1).build();

    MetricsServed(Vertx vertx, MetricsEndpoint endpoint, Handler<RoutingContext> metrics) {
        server = vertx.createHttpServer().requestHandler(router(vertx, endpoint, metrics));
        await(server.listen(0, "127.0.0.1"));
    }

    /** As on the management interface: the endpoint, then the handler that renders the metrics. */
    public static Router router(Vertx vertx, MetricsEndpoint endpoint, Handler<RoutingContext> metrics) {
        Router router = Router.router(vertx);
        router.route().handler(endpoint).failureHandler(endpoint::failed);
        router.route(MetricsAuthorizer.PATH).blockingHandler(metrics);
        return router;
    }

    /** An endpoint that accepts any token. */
    public static MetricsEndpoint open(Predicate<SSLSession> current) {
        MetricsEndpoint endpoint = new MetricsEndpoint(current);
        endpoint.authorize(
                new MetricsAuthorizer(
                        token -> Decision.GRANTED,
                        Executors.newSingleThreadExecutor(),
                        System::nanoTime,
                        Tokens.anyRate()),
                NO_CERTIFICATES);
        return endpoint;
    }

    /** Gets /metrics with a token. */
    HttpResponse<String> get(String token) {
        return send(withToken(token));
    }

    /** The same, without waiting. */
    CompletableFuture<HttpResponse<String>> getLater(String token) {
        return client.sendAsync(withToken(token), BodyHandlers.ofString());
    }

    /** Sends a request. */
    HttpResponse<String> send(String method, String path, String... headers) {
        HttpRequest.Builder request = request(path).method(method, BodyPublishers.noBody());
        return send((headers.length == 0 ? request : request.headers(headers)).build());
    }

    /** Sends bytes, and returns the first line of the response. */
    String sendRaw(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.actualPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
        }
    }

    @Override
    public void close() {
        await(server.close());
    }

    public static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpRequest withToken(String token) {
        return request("/metrics").header("Authorization", "Bearer " + token).build();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.actualPort() + path));
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
