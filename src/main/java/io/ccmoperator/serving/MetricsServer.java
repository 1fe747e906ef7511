/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving;

import io.ccmoperator.cluster.TlsSecurityProfile;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.serving.tls.ServedCertificate;
import io.ccmoperator.serving.tls.ServingTls;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Serves the metrics over HTTPS. TLS settings and certificate may change at any time; the listener stays, and connections that
 * were made before end with their next answer.
 */
public final class MetricsServer {
    private static final Logger LOG = Logger.getLogger(MetricsServer.class);
    private static final int MAX_LINE = 4 << 10;
    /** A service account's token takes one or two KiB of it. */
    private static final int MAX_HEADERS = 16 << 10;

    private static final long LISTEN_AGAIN_MILLIS = 5_000;
    /** Self-signed certificates are renewed, and expired ones told of. */
    private static final long LOOK_AGAIN_MILLIS = Duration.ofHours(1).toMillis();

    private final Vertx vertx;
    private final Context context;
    private final Handler<HttpServerRequest> handler;
    private final ServingTls tls;
    private final Promise<Integer> served = Promise.promise();
    private volatile TlsSettings settings = TlsSecurityProfile.usual();
    private volatile boolean closed;
    private volatile long renewal;

    /** The rest belongs to the context. */
    private HttpServer server;

    private String warned = "";

    /**
     * @param handler answers all requests; it leaves the body end handler of responses alone
     * @param certificates the folder of tls.crt and tls.key; it need not be there
     */
    public MetricsServer(Vertx vertx, Handler<HttpServerRequest> handler, Path certificates, Clock clock) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.handler = handler;
        this.tls = new ServingTls(certificates, clock);
    }

    /**
     * Begins to serve, under the settings that were told before. An address that cannot be had is tried again and again.
     * To be called once.
     *
     * @return the port, once it is served; fails when the server is closed before, or this JDK cannot speak TLS
     */
    public Future<Integer> listen(ListenAddress address) {
        renewal = vertx.setPeriodic(LOOK_AGAIN_MILLIS, timer -> look());
        look().onSuccess(ready -> context.runOnContext(now -> bind(address))).onFailure(served::tryFail);
        return served.future();
    }

    /** Other TLS settings hold from now on: for those who connect after the future has succeeded, at the latest. */
    public Future<Void> follow(TlsSettings now) {
        settings = now;
        return look();
    }

    /** Looks at the folder of the certificate again. */
    public Future<Void> certificateChanged() {
        return look();
    }

    /** The certificate that is served; none before the first one has been made or found. */
    public Optional<ServedCertificate> certificate() {
        return tls.served();
    }

    /** Ends all connections. */
    public Future<Void> close() {
        closed = true;
        vertx.cancelTimer(renewal);
        Promise<Void> done = Promise.promise();
        context.runOnContext(now -> {
            served.tryFail("the metrics server is closed");
            (server == null ? Future.<Void>succeededFuture() : server.close()).onComplete(done);
        });
        return done.future();
    }

    /** One look after the other, and none on an event loop. */
    private Future<Void> look() {
        return context.<Void>executeBlocking(() -> {
                    tls.look(settings);
                    return null;
                })
                .onFailure(fault -> LOG.error("the TLS of the metrics stays as it was: " + fault, fault));
    }

    private void bind(ListenAddress address) {
        if (closed) {
            return;
        }
        HttpServer next = vertx.createHttpServer(options()).requestHandler(this::answer);
        next.listen(address.port(), address.host())
                .onSuccess(listening -> begin(address, listening))
                .onFailure(fault -> retry(address, fault.getMessage()));
        server = next;
    }

    /** Clients may speak HTTP/1.1, briefly. */
    private HttpServerOptions options() {
        HttpServerOptions options = new HttpServerOptions()
                .setMaxInitialLineLength(MAX_LINE)
                .setMaxHeaderSize(MAX_HEADERS)
                .setIdleTimeout(60)
                .setIdleTimeoutUnit(TimeUnit.SECONDS);
        tls.put(options);
        return options;
    }

    private void begin(ListenAddress address, HttpServer listening) {
        if (closed) {
            listening.close();
            return;
        }
        LOG.infof(
                "metrics are served at https://%s/metrics", new ListenAddress(address.host(), listening.actualPort()));
        served.complete(listening.actualPort());
    }

    private void retry(ListenAddress address, String reason) {
        if (!reason.equals(warned)) {
            LOG.warnf(
                    "metrics cannot be served at %s: %s; free the address, or choose another with"
                            + " --metrics-bind-address. It is tried again every %d s",
                    address, reason, LISTEN_AGAIN_MILLIS / 1000);
            warned = reason;
        }
        vertx.setTimer(LISTEN_AGAIN_MILLIS, timer -> bind(address));
    }

    private void answer(HttpServerRequest request) {
        if (!tls.isCurrent(request.sslSession())) {
            HttpConnection connection = request.connection();
            request.response()
                    .putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE)
                    .bodyEndHandler(sent -> connection.close());
        }
        handler.handle(request);
    }
}
