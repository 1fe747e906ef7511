// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.kubeconfig.ProxyServer;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.vertx.VertxHttpClient;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.ProxyOptions;
import io.vertx.core.net.ProxyType;
import io.vertx.core.net.TrustOptions;
import io.vertx.ext.web.client.WebClientOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.X509KeyManager;

/**
 * The connections to one API server: those of the client's own HTTP on Vert.x, with options that it does not have by itself. Where the
 * server, or a proxy before it, has HTTP/1.1 only, there is one for each request that is not answered yet. A connection keeps the
 * certificate that it has shown, so with another certificate there is another client. All that happens on them happens on one thread.
 */
final class HttpConnections extends VertxHttpClientFactory {
    /** How many connections of HTTP/2 there may be: an API server allows 100 streams on one, and a watch keeps a stream. */
    private static final int HTTP_2_CONNECTIONS = 16;

    /** How much the server may send ahead on a stream, in bytes: the largest ConfigMap or Secret, written as JSON. */
    private static final int STREAM_WINDOW = 2 << 20;

    /** The same for a connection: no watch waits for another. */
    private static final int CONNECTION_WINDOW = 64 << 20;

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /** How long connections live on that show a former certificate: longer than a request may take. */
    private static final Duration LEFT_WITHIN = Duration.ofSeconds(30);

    private final Vertx vertx;
    private final Context thread;
    private final ServerAccess access;
    private final ClientTimings timings;
    private final Set<VertxHttpClient<?>> left = new HashSet<>();
    private Optional<X509KeyManager> keys;
    private VertxHttpClient<?> client;
    private Future<?> first;

    /**
     * @param vertx the caller's to close
     * @param access where connections lead to, and what they show
     * @param timings those of requests and connections are used
     */
    HttpConnections(Vertx vertx, ServerAccess access, ClientTimings timings) {
        super(vertx);
        this.vertx = vertx;
        this.access = access;
        this.timings = timings;
        thread = vertx.getOrCreateContext();
        openWith(access.keys());
    }

    private void openWith(Optional<X509KeyManager> present) {
        keys = present;
        first = null;
        client = newBuilder()
                .connectTimeout(CONNECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .build();
    }

    @Override
    protected void additionalConfig(WebClientOptions options) {
        ServerAccess.Address address = access.address();
        // Without TLS there is no agreement on HTTP/2.
        if (address.server().getScheme().equals("https")) {
            options.setProtocolVersion(HttpVersion.HTTP_2).setUseAlpn(true);
        }
        options.setHttp2MaxPoolSize(HTTP_2_CONNECTIONS)
                .setHttp2ConnectionWindowSize(CONNECTION_WINDOW)
                .setInitialSettings(new Http2Settings().setInitialWindowSize(STREAM_WINDOW))
                .setReadIdleTimeout((int) timings.dead().toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        access.trust().ifPresent(trust -> options.setTrustOptions(TrustOptions.wrap(trust)));
        if (address.insecure()) {
            options.setTrustAll(true).setVerifyHost(false);
        }
        keys.ifPresent(certificate -> options.setKeyCertOptions(KeyCertOptions.wrap(certificate)));
        address.tlsServerName().ifPresent(name -> options.setSslEngineOptions(new TlsServerName(name)));
        address.proxy().ifPresent(proxy -> options.setProxyOptions(options(proxy)));
    }

    private static ProxyOptions options(ProxyServer proxy) {
        ProxyOptions options = new ProxyOptions()
                .setType(proxy.socks() ? ProxyType.SOCKS5 : ProxyType.HTTP)
                .setHost(proxy.host())
                .setPort(proxy.port());
        return proxy.user().isEmpty()
                ? options
                : options.setUsername(proxy.user()).setPassword(proxy.password());
    }

    /** What is under way by a former certificate gets its answer; watches begin again. */
    private void followKeys() {
        Optional<X509KeyManager> present = access.keys();
        if (!present.equals(keys)) {
            VertxHttpClient<?> former = client;
            left.add(former);
            vertx.setTimer(LEFT_WITHIN.toMillis(), late -> {
                left.remove(former);
                former.close();
            });
            openWith(present);
        }
    }

    /** Sends a request. Until the first one has its answer, or has failed, all others wait: each would open a connection. */
    CompletableFuture<HttpResponse<AsyncBody>> send(
            StandardHttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        Promise<HttpResponse<AsyncBody>> answer = Promise.promise();
        // Also an exception has to end the request: a closed client throws one.
        thread.runOnContext(now -> Future.succeededFuture()
                .compose(turn -> {
                    followKeys();
                    if (first == null) {
                        first = answer.future();
                        return sendNow(request, consumer);
                    }
                    return first.transform(ended -> sendNow(request, consumer));
                })
                .onComplete(answer));
        return answer.future().toCompletionStage().toCompletableFuture();
    }

    private Future<HttpResponse<AsyncBody>> sendNow(
            StandardHttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        if (request.getTimeout() != null) {
            return Future.fromCompletionStage(client.consumeBytesDirect(request, consumer))
                    .onSuccess(response -> limit(response.body(), request.getTimeout()));
        }
        // Until the head of the response: a watch that is given up before it would keep its stream.
        StandardHttpRequest.Builder watch = request.newBuilder();
        watch.timeout(timings.request().toMillis(), TimeUnit.MILLISECONDS);
        return Future.fromCompletionStage(client.consumeBytesDirect(watch.build(), new AsciiJson(consumer)));
    }

    /** The timeout of a request ends with the head of its response, and the client would wait for the rest without a limit. */
    private void limit(AsyncBody body, Duration timeout) {
        long timer = vertx.setTimer(timeout.toMillis(), late -> {
            body.done().cancel(false);
            body.cancel();
        });
        body.done().whenComplete((done, fault) -> vertx.cancelTimer(timer));
    }

    /** Requests without an answer get none. */
    void close() {
        thread.runOnContext(now -> {
            left.forEach(VertxHttpClient::close);
            client.close();
        });
    }
}
