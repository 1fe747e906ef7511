// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode.mock;

import io.fabric8.mockwebserver.dsl.HttpMethod;
import io.fabric8.mockwebserver.http.Buffer;
import io.fabric8.mockwebserver.http.Dispatcher;
import io.fabric8.mockwebserver.http.Headers;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.fabric8.mockwebserver.http.WebSocket;
import io.fabric8.mockwebserver.vertx.HttpServerRequestHandler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** Serves watches as responses that do not end, as an API server does; the mock server's own server has WebSockets only. */
final class HttpWatches extends HttpServerRequestHandler {
    private final Dispatcher dispatcher;

    HttpWatches(Vertx vertx, Dispatcher dispatcher) {
        super(vertx);
        this.dispatcher = dispatcher;
    }

    @Override
    protected MockResponse onHttpRequest(RecordedRequest request) {
        return dispatcher.dispatch(request);
    }

    /** Any request. */
    void serve(HttpServerRequest request) {
        if (request.query() == null || !request.query().contains("watch=true")) {
            handle(request);
            return;
        }
        RecordedRequest watch = new RecordedRequest(
                "HTTP_1_1",
                HttpMethod.GET,
                request.uri(),
                Headers.builder().addAll(request.headers()).build(),
                new Buffer(new byte[0]));
        MockResponse answer = dispatcher.dispatch(watch);
        HttpServerResponse response = request.response().setStatusCode(answer.code());
        if (answer.getWebSocketListener() == null) {
            response.end(answer.getBody().readUtf8());
            return;
        }
        Events events = new Events(watch, response);
        response.closeHandler(
                closed -> answer.getWebSocketListener().onClosed(events, 0, "the client has closed the connection"));
        response.setStatusCode(200).setChunked(true).writeHead();
        answer.getWebSocketListener().onOpen(events, answer);
    }

    /** What the mock server writes its events to. */
    private record Events(RecordedRequest request, HttpServerResponse response) implements WebSocket {
        @Override
        public boolean send(String event) {
            response.write(event + "\n");
            return true;
        }

        @Override
        public boolean send(byte[] event) {
            throw new UnsupportedOperationException("events are text");
        }

        @Override
        public boolean close(int code, String reason) {
            if (!response.ended() && !response.closed()) {
                response.end();
            }
            return true;
        }
    }
}
