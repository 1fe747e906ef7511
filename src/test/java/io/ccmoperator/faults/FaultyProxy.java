/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.faults;

import io.ccmoperator.apiserver.ApiServer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.WebSocket;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.SSLOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/**
 * Stands between a client and an API server process, with the server's certificate, counts what goes through, and lets go
 * wrong what a test asks for. It speaks HTTP/1.1 and carries watches that are WebSockets.
 */
public final class FaultyProxy implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final ApiServer server;
    private final Upstream upstream;
    private final HttpServer http;
    private final TcpRelay relay;
    private final List<SeenRequest> seen = new CopyOnWriteArrayList<>();
    private final List<OpenWatch> watches = new CopyOnWriteArrayList<>();
    private final Faults faults = new Faults();

    private FaultyProxy(ApiServer server) {
        this.server = server;
        this.upstream = new Upstream(vertx, server.uri());
        ServerIdentity identity =
                new ServerIdentity(server.certificate(), server.certificate().resolveSibling("apiserver.key"));
        this.http = vertx.createHttpServer(new HttpServerOptions()
                        .setSsl(true)
                        .setKeyCertOptions(pem(identity))
                        .setMaxWebSocketFrameSize(Upstream.LARGEST_EVENT)
                        .setMaxWebSocketMessageSize(Upstream.LARGEST_EVENT))
                .requestHandler(this::asked);
        Futures.await(http.listen(0, "127.0.0.1"));
        this.relay = new TcpRelay(vertx, http.actualPort());
    }

    /** A proxy that lets everything through. */
    public static FaultyProxy before(ApiServer server) {
        return new FaultyProxy(server);
    }

    /** A kubeconfig of somebody who may do everything and whose way leads through here. */
    public Path kubeconfig() {
        return server.kubeconfig(address());
    }

    /** A kubeconfig of who has a token, and whose way leads through here. */
    public Path kubeconfig(String token) {
        return server.kubeconfig(address(), token);
    }

    /**
     * Shows another certificate from now on, and cuts all connections.
     */
    public void identify(ServerIdentity identity) {
        Futures.await(http.updateSSLOptions(new SSLOptions().setKeyCertOptions(pem(identity))));
        relay.cut();
    }

    /** Keeps all connections, but lets nothing through, in neither direction. */
    public void pause() {
        relay.pause();
    }

    /** Keeps the connections of this moment, but lets nothing through them any more; new ones work. */
    public void freeze() {
        relay.freeze();
    }

    /** Lets through again what was held back. */
    public void resume() {
        relay.resume();
    }

    /** Cuts all connections; new ones are accepted. */
    public void cut() {
        relay.cut();
    }

    /** Cuts all connections, and new ones too until {@link #accept}. */
    public void refuse() {
        relay.refuse();
    }

    /** Accepts connections again. */
    public void accept() {
        relay.accept();
    }

    /** How many connections there are. */
    public int connections() {
        return relay.connections();
    }

    /** How many connections were made, from the beginning; held back and refused ones count. */
    public int connectionsMade() {
        return relay.accepted();
    }

    /** Answers the next requests of a sort, those for a WebSocket too, with a status. */
    public void answer(Predicate<SeenRequest> requests, int times, int status) {
        faults.add(requests, times, new Faults.Status(status, ""));
    }

    /** Answers the next requests of a sort with a status and the header Retry-After. */
    public void answer(Predicate<SeenRequest> requests, int times, int status, String retryAfter) {
        faults.add(requests, times, new Faults.Status(status, retryAfter));
    }

    /** Sends the next requests of a sort on only after some time. */
    public void delay(Predicate<SeenRequest> requests, int times, Duration length) {
        faults.add(requests, times, new Faults.Delay(length));
    }

    /** Swallows the next events of watches of a sort. */
    public void dropEvents(Predicate<SeenRequest> watches, int times) {
        faults.add(watches, times, new Faults.DropEvent());
    }

    /**
     * Answers reads of a sort as the server would have at a resource version; a watch begins there as well, and goes on to
     * the present. A server that lags behind does that.
     */
    public void readAsOf(Predicate<SeenRequest> reads, String resourceVersion) {
        faults.add(reads, Integer.MAX_VALUE, new Faults.Stale(resourceVersion));
    }

    /** Ends the watches of a sort in good order. */
    public void endWatches(Predicate<SeenRequest> sort) {
        watches.stream().filter(watch -> sort.test(watch.request())).forEach(OpenWatch::end);
    }

    /** Tells the watches of a sort an event of one's own, JSON on one line. */
    public void tellWatches(Predicate<SeenRequest> sort, String event) {
        watches.stream().filter(watch -> sort.test(watch.request())).forEach(watch -> watch.tell(event));
    }

    /** Nothing goes wrong any more; what is paused or refused stays so. */
    public void heal() {
        faults.clear();
    }

    /** How many requests of a sort came, from the beginning or the last {@link #forget}. */
    public long count(Predicate<SeenRequest> requests) {
        return seen.stream().filter(requests).count();
    }

    /** Forgets the requests that came. */
    public void forget() {
        seen.clear();
    }

    @Override
    public void close() {
        Futures.await(vertx.close());
    }

    /** Where it serves. */
    public URI address() {
        return URI.create("https://127.0.0.1:" + relay.port());
    }

    private static PemKeyCertOptions pem(ServerIdentity identity) {
        return new PemKeyCertOptions()
                .setCertPath(identity.certificate().toString())
                .setKeyPath(identity.key().toString());
    }

    private void asked(HttpServerRequest request) {
        SeenRequest asked = SeenRequest.of(request);
        seen.add(asked);
        Duration delay =
                faults.take(asked, Faults.Delay.class).map(Faults.Delay::length).orElse(Duration.ZERO);
        body(request, asked).onSuccess(body -> {
            if (delay.isZero()) {
                handle(request, asked, body);
            } else {
                vertx.setTimer(delay.toMillis(), tick -> handle(request, asked, body));
            }
        });
    }

    /** A request that has been read to its end does not become a WebSocket any more. */
    private static Future<Buffer> body(HttpServerRequest request, SeenRequest asked) {
        if (asked.webSocket()) {
            request.pause();
            return Future.succeededFuture(Buffer.buffer());
        }
        return request.body();
    }

    private void handle(HttpServerRequest request, SeenRequest asked, Buffer body) {
        HttpServerResponse answer = request.response();
        faults.take(asked, Faults.Status.class)
                .ifPresentOrElse(status -> status.answer(answer), () -> pass(request, asked, body));
    }

    private void pass(HttpServerRequest request, SeenRequest asked, Buffer body) {
        Optional<Faults.Stale> stale =
                asked.method().equals("GET") ? faults.take(asked, Faults.Stale.class) : Optional.empty();
        Optional<SeenRequest> sent =
                stale.isEmpty() ? Optional.of(asked) : stale.get().rewritten(asked);
        if (sent.isEmpty()) {
            new Faults.Status(422, "").answer(request.response());
        } else if (asked.webSocket()) {
            upstream.open(sent.get(), request)
                    .onFailure(fault -> Upstream.refuse(fault, request.response()))
                    .onSuccess(far -> accept(request, asked, far));
        } else {
            upstream.pass(sent.get(), request, body, !sent.get().path().equals(asked.path()));
        }
    }

    private void accept(HttpServerRequest request, SeenRequest asked, WebSocket far) {
        request.toWebSocket().onFailure(gone -> far.close()).onSuccess(near -> join(asked, near, far));
    }

    private void join(SeenRequest asked, ServerWebSocket near, WebSocket far) {
        OpenWatch watch = new OpenWatch(asked, near);
        watches.add(watch);
        near.closeHandler(closed -> {
            watches.remove(watch);
            far.close();
        });
        far.textMessageHandler(event -> {
            if (faults.take(asked, Faults.DropEvent.class).isEmpty()) {
                watch.tell(event);
            }
        });
        far.endHandler(end -> near.close());
        far.resume();
    }
}
