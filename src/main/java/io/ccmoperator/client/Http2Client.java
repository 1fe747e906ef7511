// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpClient;
import io.fabric8.kubernetes.client.http.StandardHttpClientBuilder;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.StandardWebSocketBuilder;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.http.WebSocketResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** The Kubernetes client's HTTP by {@link HttpConnections}; clients that are derived from it share them. */
final class Http2Client extends StandardHttpClient<Http2Client, HttpClient.Factory, Http2Client.Builder> {
    private final HttpConnections connections;

    private Http2Client(Builder builder, AtomicBoolean closed) {
        super(builder, closed);
        this.connections = builder.connections;
    }

    /** Builds the client, or one that is derived from it. */
    static final class Builder extends StandardHttpClientBuilder<Http2Client, HttpClient.Factory, Builder> {
        private final HttpConnections connections;

        Builder(HttpClient.Factory factory, HttpConnections connections) {
            super(factory);
            this.connections = connections;
        }

        @Override
        protected Builder newInstance(HttpClient.Factory factory) {
            return new Builder(factory, connections);
        }

        @Override
        public Http2Client build() {
            return new Http2Client(this, client == null ? new AtomicBoolean() : client.getClosed());
        }
    }

    @Override
    public CompletableFuture<HttpResponse<AsyncBody>> consumeBytesDirect(
            StandardHttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        return connections.send(request, consumer);
    }

    /** Nothing asks for one: watches are plain requests. */
    @Override
    public CompletableFuture<WebSocketResponse> buildWebSocketDirect(
            StandardWebSocketBuilder builder, WebSocket.Listener listener) {
        return CompletableFuture.failedFuture(new UnsupportedOperationException("WebSockets"));
    }

    @Override
    protected void doClose() {
        connections.close();
    }
}
