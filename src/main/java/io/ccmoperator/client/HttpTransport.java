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
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.CompletableFuture;

/**
 * HTTP to an API server. All requests and watches share one connection where the server speaks HTTP/2. This is Vert.x' own
 * client: the one that Fabric8 lays over it does not notice when the connection of a streamed answer breaks, and makes a
 * connection with a TLS handshake for each watch.
 */
final class HttpTransport implements AutoCloseable {
    private final ApiEndpoint endpoint;
    private final HttpClient http;

    HttpTransport(ApiEndpoint endpoint, Vertx vertx) {
        this.endpoint = endpoint;
        this.http = vertx.httpClientBuilder()
                .with(endpoint.httpOptions())
                .with(endpoint.poolOptions())
                .withConnectHandler(connection -> KeepAlive.of(connection, vertx))
                .build();
    }

    /** The address of the API server, for messages. */
    String address() {
        return endpoint.server().toString();
    }

    Credentials credentials() {
        return endpoint.credentials();
    }

    /** Sends a request. Cancelling the exchange cancels the answer. */
    CompletableFuture<Answer> send(HttpCall call, HttpExchange exchange) {
        return begin(call, exchange)
                .compose(response -> response.body().map(body -> HttpExchange.answer(response, body)))
                .toCompletionStage()
                .toCompletableFuture();
    }

    /** Sends a request whose answer is taken line by line as it comes. */
    void stream(HttpCall call, HttpExchange exchange, StreamReceiver receiver) {
        begin(call, exchange)
                .onSuccess(response -> exchange.receive(response, receiver))
                .onFailure(fault -> exchange.broken(fault, receiver));
    }

    private Future<HttpClientResponse> begin(HttpCall call, HttpExchange exchange) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(call.method()))
                .setAbsoluteURI(
                        endpoint.server().resolve(call.path().substring(1)).toString())
                .putHeader("Accept", "application/json")
                .putHeader("User-Agent", "ccm-operator");
        endpoint.credentials().authorization().ifPresent(value -> options.putHeader("Authorization", value));
        if (!call.contentType().isEmpty()) {
            options.putHeader("Content-Type", call.contentType());
        }
        return http.request(options).compose(request -> send(exchange.sending(request), call));
    }

    private static Future<HttpClientResponse> send(HttpClientRequest request, HttpCall call) {
        return call.contentType().isEmpty() ? request.send() : request.send(Buffer.buffer(call.body()));
    }

    @Override
    public void close() {
        http.close();
    }
}
