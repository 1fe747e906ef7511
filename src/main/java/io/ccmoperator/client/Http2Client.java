// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.kubeconfig.ProxyServer;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpClient;
import io.fabric8.kubernetes.client.http.StandardHttpClientBuilder;
import io.fabric8.kubernetes.client.http.StandardHttpHeaders;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.StandardWebSocketBuilder;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.http.WebSocketResponse;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.ProxyOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TrustOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The Kubernetes client's HTTP on Vert.x, see {@link HttpConnections}. Reason: the client's own for Vert.x has no HTTP/2, does not
 * notice that a response is cut off in the middle, and hands out the response of a watch as it arrives, while the client's watches
 * decode each piece by itself.
 */
final class Http2Client extends StandardHttpClient<Http2Client, HttpClient.Factory, Http2Client.Builder> {
    /** How long a watch waits for a connection: for the connect timeout and a TLS handshake. */
    private static final Duration OPENED_WITHIN = Duration.ofSeconds(10);

    private final Vertx vertx;
    private final ClientTimings timings;
    private final Optional<String> tlsServerName;
    private final HttpConnections connections;

    private Http2Client(Builder builder, AtomicBoolean closed, HttpConnections connections) {
        super(builder, closed);
        this.vertx = builder.vertx;
        this.timings = builder.timings;
        this.tlsServerName = builder.access.address().tlsServerName();
        this.connections = connections;
    }

    /** Builds the client, or one that shares the connections of another. */
    static final class Builder extends StandardHttpClientBuilder<Http2Client, HttpClient.Factory, Builder> {
        private final ServerAccess access;
        private final Vertx vertx;
        private final ClientTimings timings;

        /**
         * @param access where connections lead to, and what they show
         * @param vertx the caller's to close
         * @param timings those of requests and pings are used
         */
        Builder(HttpClient.Factory factory, ServerAccess access, Vertx vertx, ClientTimings timings) {
            super(factory);
            this.access = access;
            this.vertx = vertx;
            this.timings = timings;
        }

        @Override
        protected Builder newInstance(HttpClient.Factory factory) {
            return new Builder(factory, access, vertx, timings);
        }

        @Override
        public Http2Client build() {
            return client == null
                    ? new Http2Client(this, new AtomicBoolean(), connections())
                    : new Http2Client(this, client.getClosed(), client.connections);
        }

        private HttpConnections connections() {
            HttpClientOptions options = new HttpClientOptions().setConnectTimeout((int) connectTimeout.toMillis());
            access.trust().ifPresent(trust -> options.setTrustOptions(TrustOptions.wrap(trust)));
            if (access.address().insecure()) {
                options.setTrustAll(true).setVerifyHost(false);
            }
            access.address().proxy().ifPresent(proxy -> options.setProxyOptions(options(proxy)));
            return new HttpConnections(vertx, options, access, timings.ping());
        }

        private static ProxyOptions options(ProxyServer proxy) {
            ProxyOptions options = new ProxyOptions()
                    .setType(proxy.socks() ? io.vertx.core.net.ProxyType.SOCKS5 : io.vertx.core.net.ProxyType.HTTP)
                    .setHost(proxy.host())
                    .setPort(proxy.port());
            return proxy.user().isEmpty()
                    ? options
                    : options.setUsername(proxy.user()).setPassword(proxy.password());
        }
    }

    @Override
    public CompletableFuture<HttpResponse<AsyncBody>> consumeBytesDirect(
            StandardHttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        Optional<String> invalid = invalidHeader(request);
        if (invalid.isPresent()) {
            // The library would quote its value.
            return CompletableFuture.failedFuture(
                    new IOException("header " + invalid.get() + " has a character that a header cannot have"));
        }
        RequestOptions options = to(request.uri()).setMethod(HttpMethod.valueOf(request.method()));
        request.headers().forEach((name, values) -> values.forEach(value -> options.addHeader(name, value)));
        if (request.getContentType() != null) {
            options.putHeader(HttpHeaders.CONTENT_TYPE, request.getContentType());
        }
        if (request.getTimeout() != null) {
            options.setTimeout(request.getTimeout().toMillis());
        } else {
            // Until the head of the response: a watch that is given up before it would keep its stream.
            options.setConnectTimeout(OPENED_WITHIN.toMillis())
                    .setTimeout(timings.request().toMillis());
        }
        return connections
                .<HttpResponse<AsyncBody>>request(
                        options,
                        sent -> send(named(sent, request.uri()), request.body())
                                .map(response -> new Response(request, response, body(request, response, consumer))))
                .toCompletionStage()
                .toCompletableFuture();
    }

    /** Where the name of the TLS server is another one, the connection is made to the server, and the name is checked. */
    private RequestOptions to(URI uri) {
        RequestOptions options = new RequestOptions().setAbsoluteURI(uri.toString());
        tlsServerName.ifPresent(
                name -> options.setServer(SocketAddress.inetSocketAddress(options.getPort(), options.getHost()))
                        .setHost(name));
        return options;
    }

    /** Requests name the server itself, as those of client-go do. */
    private HttpClientRequest named(HttpClientRequest request, URI uri) {
        return tlsServerName.isPresent()
                ? request.authority(HostAndPort.create(uri.getHost(), uri.getPort()))
                : request;
    }

    private static Optional<String> invalidHeader(StandardHttpRequest request) {
        return request.headers().entrySet().stream()
                .filter(header -> !header.getValue().stream().allMatch(HeaderValue::isValid))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static Future<HttpClientResponse> send(HttpClientRequest request, StandardHttpRequest.BodyContent body) {
        if (body == null) {
            return request.send();
        } else if (body instanceof StandardHttpRequest.StringBodyContent text) {
            return request.send(text.getContent());
        } else if (body instanceof StandardHttpRequest.ByteArrayBodyContent bytes) {
            return request.send(Buffer.buffer(bytes.getContent()));
        }
        throw new IllegalArgumentException("a body of type " + body.getClass().getName());
    }

    private AsyncBody body(
            StandardHttpRequest request, HttpClientResponse response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        response.pause();
        Body body = new Body(response, new CompletableFuture<>());
        Lines lines = new Lines();
        boolean byLine = request.isForStreaming();
        response.handler(buffer -> body.deliver(byLine ? lines.add(buffer.getBytes()) : buffer.getBytes(), consumer));
        response.endHandler(end -> {
            body.deliver(lines.rest(), consumer);
            body.done().complete(null);
        });
        response.exceptionHandler(body.done()::completeExceptionally);
        if (request.getTimeout() != null) {
            // The timeout of the request ends with the head of its response.
            long timer = vertx.setTimer(request.getTimeout().toMillis(), late -> body.cancel());
            body.done().whenComplete((done, fault) -> vertx.cancelTimer(timer));
        }
        return body;
    }

    private record Body(HttpClientResponse response, CompletableFuture<Void> done) implements AsyncBody {
        void deliver(byte[] content, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
            if (content.length == 0) {
                consume();
                return;
            }
            try {
                consumer.consume(List.of(ByteBuffer.wrap(content)), this);
            } catch (Exception e) {
                done.completeExceptionally(e);
                response.request().reset();
            }
        }

        @Override
        public void consume() {
            response.fetch(1);
        }

        @Override
        public void cancel() {
            done.cancel(false);
            response.handler(null);
            response.endHandler(null);
            response.request().reset();
        }
    }

    /** Cuts a stream of bytes at ends of lines, so that neither a character nor an event of a watch is in two pieces. */
    static final class Lines {
        private final ByteArrayOutputStream pending = new ByteArrayOutputStream();

        /** Takes the next bytes and returns all lines that are complete with them, each with its end; empty where none is. */
        byte[] add(byte[] bytes) {
            int length = bytes.length;
            while (length > 0 && bytes[length - 1] != '\n') {
                length--;
            }
            if (length == 0) {
                pending.writeBytes(bytes);
                return new byte[0];
            }
            pending.write(bytes, 0, length);
            byte[] complete = rest();
            pending.write(bytes, length, bytes.length - length);
            return complete;
        }

        /** Takes out what has no end yet. */
        byte[] rest() {
            byte[] content = pending.toByteArray();
            pending.reset();
            return content;
        }
    }

    private static final class Response extends StandardHttpHeaders implements HttpResponse<AsyncBody> {
        private final StandardHttpRequest request;
        private final HttpClientResponse response;
        private final AsyncBody body;

        Response(StandardHttpRequest request, HttpClientResponse response, AsyncBody body) {
            super(headers(response));
            this.request = request;
            this.response = response;
            this.body = body;
        }

        private static Map<String, List<String>> headers(HttpClientResponse response) {
            Map<String, List<String>> headers = new LinkedHashMap<>();
            response.headers()
                    .forEach((name, value) -> headers.computeIfAbsent(name, first -> new ArrayList<>())
                            .add(value));
            return headers;
        }

        @Override
        public int code() {
            return response.statusCode();
        }

        @Override
        public AsyncBody body() {
            return body;
        }

        @Override
        public StandardHttpRequest request() {
            return request;
        }

        @Override
        public Optional<HttpResponse<?>> previousResponse() {
            return Optional.empty();
        }
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
