// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.GoAway;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.http.StreamResetException;
import io.vertx.core.net.KeyCertOptions;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.X509KeyManager;

/**
 * The connections to one API server: one of HTTP/2 for all requests and watches, more only where it has no streams left. Where the
 * server, or a proxy before it, has HTTP/1.1 only, one for each request that is not answered yet. All that happens on them happens on
 * one thread.
 */
final class HttpConnections {
    /** How many connections of HTTP/2 there may be: an API server allows 100 streams on one, and a watch keeps a stream. */
    private static final int HTTP_2_CONNECTIONS = 16;

    private static final int HTTP_1_CONNECTIONS = 8192;

    /** How much the server may send ahead on a stream, in bytes: the largest ConfigMap or Secret, written as JSON. */
    private static final int STREAM_WINDOW = 2 << 20;

    /** The same for a connection: no watch waits for another. */
    private static final int CONNECTION_WINDOW = 64 << 20;

    /** After how many times the interval of pings a connection on which nothing arrives is closed. */
    private static final int SILENT_PINGS = 4;

    /** How long connections live on that show a former certificate: longer than a request may take. */
    private static final Duration LEFT_WITHIN = Duration.ofSeconds(30);

    /** Of RFC 9113: the stream is not needed any more. */
    private static final long HTTP_2_CANCEL = 8;

    private static final Throwable LEFT = new VertxException("the server leaves the connection", true);

    private final Vertx vertx;
    private final Context thread;
    private final Duration ping;
    private final HttpClientOptions options;
    private final ServerAccess access;
    private final Set<HttpClient> left = new HashSet<>();
    private final Set<HttpConnection> usable = new HashSet<>();
    private final Set<HttpClientRequest> unanswered = new HashSet<>();
    private Optional<X509KeyManager> keys;
    private HttpClient http2;
    private HttpClient http1;
    private boolean onlyHttp1;
    private Future<HttpClientRequest> opening = Future.failedFuture("none was opened yet");

    /**
     * @param options of both versions, without the client's certificate
     * @param access has the certificate that a connection shows
     * @param ping how often a connection of HTTP/2 is checked; the answer may take half of it
     */
    HttpConnections(Vertx vertx, HttpClientOptions options, ServerAccess access, Duration ping) {
        this.vertx = vertx;
        this.options = options;
        this.access = access;
        this.ping = ping;
        thread = vertx.getOrCreateContext();
        // Without TLS there is no agreement on HTTP/2.
        onlyHttp1 = access.address().server().getScheme().equals("http");
        openWith(access.keys());
    }

    private void openWith(Optional<X509KeyManager> present) {
        keys = present;
        HttpClientOptions shown = new HttpClientOptions(options);
        present.ifPresent(certificate -> shown.setKeyCertOptions(KeyCertOptions.wrap(certificate)));
        http1 = vertx.createHttpClient(shown, new PoolOptions().setHttp1MaxSize(HTTP_1_CONNECTIONS));
        http2 = vertx.httpClientBuilder()
                .with(new HttpClientOptions(shown)
                        .setProtocolVersion(HttpVersion.HTTP_2)
                        .setUseAlpn(true)
                        // A connection that has but watches is not idle.
                        .setHttp2KeepAliveTimeout(0)
                        // Of one that has pings it is not reached, only of one that does not come as far.
                        .setReadIdleTimeout(
                                (int) ping.multipliedBy(SILENT_PINGS).toMillis())
                        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                        .setHttp2ConnectionWindowSize(CONNECTION_WINDOW)
                        .setInitialSettings(new Http2Settings().setInitialWindowSize(STREAM_WINDOW)))
                .with(new PoolOptions().setHttp2MaxSize(HTTP_2_CONNECTIONS))
                .withConnectHandler(this::connected)
                .build();
    }

    /** Connections keep the certificate that they have shown: with another one, all requests from now on open others. */
    private void followKeys() {
        Optional<X509KeyManager> present = access.keys();
        if (!present.equals(keys)) {
            leave(http1);
            leave(http2);
            usable.clear();
            opening = Future.failedFuture("none was opened yet");
            openWith(present);
        }
    }

    /** What is under way gets its answer; watches begin again. */
    private void leave(HttpClient client) {
        left.add(client);
        vertx.setTimer(LEFT_WITHIN.toMillis(), late -> {
            left.remove(client);
            client.close();
        });
    }

    /**
     * Sends a request by a connection there is, or opens one. While the first is being opened, all other requests wait for it.
     *
     * @param send sends the request and takes the head of its response; called on the thread of the response's events
     */
    <T> Future<T> request(RequestOptions options, Function<HttpClientRequest, Future<T>> send) {
        Promise<T> response = Promise.promise();
        // Also an exception has to end the request: a closed client throws one.
        thread.runOnContext(now -> Future.succeededFuture(options)
                .onSuccess(asked -> followKeys())
                .compose(asked -> byHttp2(asked, send))
                .recover(fault -> isLeft(fault) ? byHttp2(options, send) : Future.failedFuture(fault))
                .onComplete(response));
        return response.future();
    }

    private <T> Future<T> byHttp2(RequestOptions options, Function<HttpClientRequest, Future<T>> send) {
        if (onlyHttp1) {
            return byHttp1(options, send);
        } else if (usable.isEmpty() && !opening.isComplete()) {
            return opening.compose(opened -> byHttp2(options, send));
        }
        Future<HttpClientRequest> request = http2.request(options);
        if (usable.isEmpty()) {
            opening = request;
        }
        return request.compose(sent -> {
            Future<T> response = send.apply(sent);
            // A request has a stream only after it was sent.
            unanswered.add(sent);
            return response.onComplete(head -> unanswered.remove(sent));
        });
    }

    /**
     * Sends requests again that the server has not begun with, which are later than the last stream of its message (RFC 9113). The
     * others are answered on the connection that it leaves; Vert.x does not send the later ones again itself.
     */
    private void leave(HttpConnection connection, GoAway leaving) {
        usable.remove(connection);
        unanswered.stream()
                .filter(request -> request.connection() == connection && request.streamId() > leaving.getLastStreamId())
                .toList()
                .forEach(request -> request.reset(HTTP_2_CANCEL, LEFT));
    }

    private static boolean isLeft(Throwable fault) {
        return fault instanceof StreamResetException && fault.getCause() == LEFT;
    }

    private <T> Future<T> byHttp1(RequestOptions options, Function<HttpClientRequest, Future<T>> send) {
        return http1.request(options).compose(send);
    }

    private void connected(HttpConnection connection) {
        boolean isHttp2 = connection.getWindowSize() >= 0;
        if (!isHttp2) {
            onlyHttp1 = true;
            return;
        }
        usable.add(connection);
        connection.goAwayHandler(leaving -> leave(connection, leaving));
        connection.shutdownHandler(left -> connection.close());
        long timer = vertx.setPeriodic(ping.toMillis(), tick -> check(connection));
        connection.closeHandler(closed -> {
            vertx.cancelTimer(timer);
            usable.remove(connection);
        });
    }

    /** Without it a connection whose other end has disappeared would be noticed after a quarter of an hour, by the kernel. */
    private void check(HttpConnection connection) {
        connection
                .ping(Buffer.buffer(new byte[Long.BYTES]))
                .timeout(ping.toMillis() / 2, TimeUnit.MILLISECONDS)
                .onFailure(silent -> connection.close());
    }

    /** Requests without an answer get none. */
    void close() {
        thread.runOnContext(now -> left.forEach(HttpClient::close));
        http1.close();
        http2.close();
    }
}
