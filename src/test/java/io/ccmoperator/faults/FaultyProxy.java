// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.faults;

import io.ccmoperator.apiserver.ApiServer;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.SSLOptions;
import io.vertx.core.parsetools.RecordParser;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/**
 * A proxy between a client and an API server process, with the server's certificate. Counts requests, and lets them pass
 * wrong what a test asks for.
 */
public final class FaultyProxy implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final ApiServer server;
    private final Upstream upstream;
    private final HttpServer http;
    private final TcpRelay relay;
    private final List<SeenRequest> seen = new CopyOnWriteArrayList<>();
    private final List<OpenWatch> watches = new CopyOnWriteArrayList<>();
    private final List<HttpConnection> clients = new CopyOnWriteArrayList<>();
    private final Faults faults = new Faults();

    private FaultyProxy(ApiServer server, boolean http2) {
        this.server = server;
        this.upstream = new Upstream(vertx, server.uri());
        ServerIdentity identity =
                new ServerIdentity(server.certificate(), server.certificate().resolveSibling("apiserver.key"));
        this.http = vertx.createHttpServer(new HttpServerOptions()
                        .setSsl(true)
                        .setKeyCertOptions(pem(identity))
                        .setUseAlpn(http2))
                .connectionHandler(this::connected)
                .requestHandler(this::asked);
        Futures.await(http.listen(0, "127.0.0.1"));
        this.relay = new TcpRelay(vertx, http.actualPort());
    }

    /** A proxy that lets everything through. */
    public static FaultyProxy before(ApiServer server) {
        return new FaultyProxy(server, true);
    }

    /** The same with HTTP/1.1 only. */
    public static FaultyProxy withoutHttp2(ApiServer server) {
        return new FaultyProxy(server, false);
    }

    /** A kubeconfig with all permissions, for connections through this proxy. */
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

    /** Answers the next requests of a sort, watches too, with a status. */
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

    /** Does something before each event of watches of a sort. */
    public void beforeEvent(Predicate<SeenRequest> watches, Runnable then) {
        faults.add(watches, Integer.MAX_VALUE, new Faults.Arriving(then));
    }

    /** Sends the next events of watches of a sort a byte at a time. */
    public void crumbleEvents(Predicate<SeenRequest> watches, int times) {
        faults.add(watches, times, new Faults.Crumbs());
    }

    /**
     * Answers reads of a sort as the server would have at a resource version; a watch begins there as well, and continues to
     * the present, as a server with an outdated cache does.
     */
    public void readAsOf(Predicate<SeenRequest> reads, String resourceVersion) {
        faults.add(reads, Integer.MAX_VALUE, new Faults.Stale(resourceVersion));
    }

    /** Has another server answer requests of a sort, out of its cache. */
    public void readFrom(ApiServer other, Predicate<SeenRequest> reads) {
        faults.add(reads, Integer.MAX_VALUE, new Faults.OtherServer(new Upstream(vertx, other.uri())));
    }

    /** Lets the server carry out the next requests of a sort, and cuts their connections before the answer. */
    public void loseAnswer(Predicate<SeenRequest> requests, int times) {
        faults.add(requests, times, new Faults.LostAnswer());
    }

    /**
     * Does something as soon as the server has carried out a request, before the client gets the answer.
     *
     * @param spared how many requests of the sort go by before
     * @param then is run once; no other request is answered meanwhile
     */
    public void afterAnswer(Predicate<SeenRequest> requests, int spared, Runnable then) {
        faults.addOnce(requests, spared, new Faults.Answered(then));
    }

    /** Ends the answers to requests of a sort in the middle. */
    public void halve(Predicate<SeenRequest> requests, int times) {
        faults.add(requests, times, new Faults.HalfAnswer());
    }

    /** Sends half of the answers to requests of a sort, and no more. */
    public void stall(Predicate<SeenRequest> requests, int times) {
        faults.add(requests, times, new Faults.StalledAnswer());
    }

    /** Answers requests of a sort, which the server carries out, with a page that no API server sends. */
    public void answerWithPage(Predicate<SeenRequest> requests, int times, String contentType, String page) {
        faults.add(requests, times, new Faults.ForeignAnswer(contentType, page));
    }

    /** The requests of a sort that came, from the beginning or the last {@link #forget}. */
    public List<SeenRequest> seen(Predicate<SeenRequest> requests) {
        return seen.stream().filter(requests).toList();
    }

    /** Ends the watches of a sort in good order. */
    public void endWatches(Predicate<SeenRequest> sort) {
        watches.stream().filter(watch -> sort.test(watch.request())).forEach(OpenWatch::end);
    }

    /** Ends the watches of a sort without a word. */
    public void resetWatches(Predicate<SeenRequest> sort) {
        watches.stream().filter(watch -> sort.test(watch.request())).forEach(OpenWatch::reset);
    }

    /** How many watches there are. */
    public int openWatches() {
        return watches.size();
    }

    /** Asks the clients to go on with other connections, as an API server that is about to stop does. */
    public void goAway() {
        clients.forEach(client -> client.goAway(0));
    }

    /** Leaves the connections of the next requests of a sort without having begun with any request on them. */
    public void leaveBeforeRequest(Predicate<SeenRequest> requests, int times) {
        faults.add(requests, times, new Faults.Left());
    }

    /** Sends an event to the watches of a sort, JSON on one line. */
    public void tellWatches(Predicate<SeenRequest> sort, String event) {
        watches.stream().filter(watch -> sort.test(watch.request())).forEach(watch -> watch.send(Buffer.buffer(event)));
    }

    /** No new faults; paused or rejected connections stay so. */
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
        request.body().onSuccess(body -> {
            if (delay.isZero()) {
                handle(request, asked, body);
            } else {
                vertx.setTimer(delay.toMillis(), tick -> handle(request, asked, body));
            }
        });
    }

    private void handle(HttpServerRequest request, SeenRequest asked, Buffer body) {
        if (faults.take(asked, Faults.Left.class).isPresent()) {
            request.connection().goAway(0, 0);
            return;
        }
        HttpServerResponse answer = request.response();
        faults.take(asked, Faults.Status.class)
                .ifPresentOrElse(status -> status.answer(answer), () -> pass(request, asked, body));
    }

    private void pass(HttpServerRequest request, SeenRequest asked, Buffer body) {
        Optional<Faults.Stale> stale =
                asked.method().equals("GET") ? faults.take(asked, Faults.Stale.class) : Optional.empty();
        Optional<Faults.OtherServer> other = faults.take(asked, Faults.OtherServer.class);
        Upstream from = other.map(Faults.OtherServer::upstream).orElse(upstream);
        SeenRequest read = other.isEmpty() ? asked : Faults.OtherServer.fromCache(asked);
        Optional<SeenRequest> sent =
                stale.isEmpty() ? Optional.of(read) : stale.get().rewritten(asked);
        if (sent.isEmpty()) {
            new Faults.Status(422, "").answer(request.response());
        } else if (asked.isWatch()) {
            from.open(sent.get(), request)
                    .onFailure(fault -> request.response().reset())
                    .onSuccess(far -> watch(asked, request.response(), far));
        } else {
            boolean item = !sent.get().path().equals(asked.path());
            from.pass(sent.get(), request, body)
                    .onSuccess(answer -> hand(answer, asked, request, item))
                    .onFailure(fault -> request.response().reset());
        }
    }

    /** Sends a response to the client, or a fault in its place. */
    private void hand(Upstream.ApiResponse answer, SeenRequest asked, HttpServerRequest request, boolean item) {
        faults.take(asked, Faults.Answered.class)
                .ifPresent(answered -> answered.then().run());
        if (faults.take(asked, Faults.LostAnswer.class).isPresent()) {
            request.connection().close();
        } else if (faults.take(asked, Faults.HalfAnswer.class).isPresent()) {
            answer.writeHalfTo(request.response())
                    .onComplete(written -> request.connection().close());
        } else if (faults.take(asked, Faults.StalledAnswer.class).isPresent()) {
            answer.writeHalfTo(request.response());
        } else if (item) {
            answer.writeItemTo(request.response());
        } else {
            faults.take(asked, Faults.ForeignAnswer.class)
                    .ifPresentOrElse(
                            page -> page.answer(answer.status(), request.response()),
                            () -> answer.writeTo(request.response()));
        }
    }

    private void connected(HttpConnection client) {
        clients.add(client);
        client.closeHandler(closed -> clients.remove(client));
    }

    private void watch(SeenRequest asked, HttpServerResponse near, HttpClientResponse far) {
        faults.take(asked, Faults.ForeignAnswer.class)
                .ifPresentOrElse(
                        page -> {
                            far.request().reset();
                            page.answer(far.statusCode(), near);
                        },
                        () -> join(asked, near, far));
    }

    private void join(SeenRequest asked, HttpServerResponse near, HttpClientResponse far) {
        OpenWatch watch = new OpenWatch(asked, near);
        watches.add(watch);
        near.closeHandler(closed -> {
            watches.remove(watch);
            far.request().reset();
        });
        far.handler(RecordParser.newDelimited("\n", event -> send(event, watch)));
        far.endHandler(end -> watch.end());
        far.exceptionHandler(cut -> near.reset());
        Upstream.copyHead(far, near);
        near.setChunked(true).writeHead();
        far.resume();
    }

    private void send(Buffer event, OpenWatch to) {
        faults.take(to.request(), Faults.Arriving.class)
                .ifPresent(arriving -> arriving.then().run());
        if (faults.take(to.request(), Faults.Crumbs.class).isPresent()) {
            to.crumble(event);
        } else if (faults.take(to.request(), Faults.DropEvent.class).isEmpty()) {
            to.send(event);
        }
    }
}
