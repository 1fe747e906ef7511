/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;

/**
 * HTTP to an API server by Vert.x' own client. All watches share one connection of HTTP/2. Requests that are answered once go
 * by HTTP/1.1: in HTTP/2 the server announces the end of a connection before it answers that it does not know the token, and
 * now and then to spread its load, and Vert.x drops the answers that follow such an announcement.
 */
final class HttpTransport implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(HttpTransport.class);
    private static final String WATCH = "watch";
    private static final Duration CLOSED_WITHIN = Duration.ofSeconds(1);

    private final ApiEndpoint endpoint;
    private final RequestListener listener;
    private final HttpClient requests;
    private final HttpClient watches;
    /** Of the watches' last connection. The fault that they get then does not tell it: what it refers to is freed by then. */
    private volatile boolean endAnnounced;

    HttpTransport(ApiEndpoint endpoint, Vertx vertx, RequestListener listener) {
        this.endpoint = endpoint;
        this.listener = listener;
        this.requests = vertx.createHttpClient(endpoint.requestOptions(), ApiEndpoint.REQUEST_CONNECTIONS);
        this.watches = vertx.httpClientBuilder()
                .with(endpoint.watchOptions())
                .with(ApiEndpoint.WATCH_CONNECTIONS)
                .withConnectHandler(connection -> {
                    endAnnounced = false;
                    KeepAlive.of(connection, vertx, this::endAnnounced);
                })
                .build();
    }

    /** The address of the API server, for messages. */
    String address() {
        return endpoint.server().toString();
    }

    /** Why a watch was cut off, in words that are the same for the same cause. */
    String words(Throwable fault) {
        return endAnnounced && fault instanceof HttpClosedException
                ? "the server ended the connection, which it also does when it does not know the token"
                : ConnectionFault.words(fault);
    }

    private void endAnnounced() {
        endAnnounced = true;
        endpoint.credentials().renewed();
    }

    Credentials credentials() {
        return endpoint.credentials();
    }

    /** Sends a request. The exchange gives it up. */
    CompletableFuture<Answer> send(HttpCall call, HttpExchange exchange) {
        return requests.request(options(call))
                .compose(request -> send(exchange.sending(request), call)
                        .compose(response -> response.body().map(body -> HttpExchange.answer(response, body))))
                .onComplete(
                        answer -> listener.requested(call.verb(), answer.code()),
                        fault -> listener.requested(call.verb(), ApiException.NO_ANSWER))
                .toCompletionStage()
                .toCompletableFuture();
    }

    /** Sends a request whose answer is taken line by line as it comes. */
    void stream(HttpCall call, HttpExchange exchange, StreamReceiver receiver) {
        watches.request(options(call))
                .compose(request -> send(exchange.sending(request), call).onSuccess(response -> {
                    listener.requested(WATCH, response.statusCode());
                    exchange.receive(response, receiver);
                }))
                .onFailure(fault -> {
                    listener.requested(WATCH, ApiException.NO_ANSWER);
                    exchange.broken(fault, receiver);
                });
    }

    private RequestOptions options(HttpCall call) {
        URI server = endpoint.server();
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(call.method()))
                .setSsl(server.getScheme().equals("https"))
                .setHost(server.getHost())
                .setPort(port(server))
                .setURI(server.getRawPath() + call.path().substring(1))
                .putHeader("Accept", "application/json")
                .putHeader("User-Agent", "ccm-operator");
        endpoint.credentials().authorization().ifPresent(value -> options.putHeader("Authorization", value));
        if (!call.contentType().isEmpty()) {
            options.putHeader("Content-Type", call.contentType());
        }
        return options;
    }

    private static int port(URI server) {
        if (server.getPort() >= 0) {
            return server.getPort();
        }
        return server.getScheme().equals("https") ? 443 : 80;
    }

    /**
     * What takes the answer has to be attached to this very call, on the thread that sends: anywhere else the answer may be
     * through before somebody takes it.
     */
    private static Future<HttpClientResponse> send(HttpClientRequest request, HttpCall call) {
        return call.contentType().isEmpty() ? request.send() : request.send(Buffer.buffer(call.body()));
    }

    /** Returns when all connections are closed: their threads end with Vert.x, and what is sent later would fail loudly. */
    @Override
    public void close() {
        try {
            Future.join(requests.close(), watches.close())
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(CLOSED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.debugf(e, "connections to %s were not closed in time", address());
        }
    }
}
