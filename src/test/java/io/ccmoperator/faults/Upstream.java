/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.faults;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.parsetools.RecordParser;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The way from the proxy to the API server. */
final class Upstream {
    private static final Set<String> OF_THE_CONNECTION =
            Set.of("connection", "transfer-encoding", "content-length", "host", "accept-encoding", "keep-alive");

    private final HttpClient http;
    private final URI server;

    Upstream(Vertx vertx, URI server) {
        this.server = server;
        this.http = vertx.createHttpClient(
                new HttpClientOptions()
                        .setSsl(true)
                        .setTrustAll(true)
                        .setVerifyHost(false)
                        .setKeepAlive(false),
                new PoolOptions().setHttp1MaxSize(256));
    }

    /**
     * Sends a request and hands the answer back.
     *
     * @param itemOfList whether the answer is a list, of which the client gets the one item
     */
    void pass(SeenRequest sent, HttpServerRequest from, Buffer body, boolean itemOfList) {
        HttpServerResponse to = from.response();
        send(sent, from, body)
                .compose(answer -> answer.body().onSuccess(content -> {
                    copyHeaders(answer, to);
                    to.setStatusCode(answer.statusCode());
                    if (itemOfList && answer.statusCode() == 200) {
                        answerWithItem(content, to);
                    } else {
                        to.end(content);
                    }
                }))
                .onFailure(fault -> to.reset());
    }

    /** Sends a watch and hands its events back until one side ends it. */
    void watch(SeenRequest sent, HttpServerRequest from, Handler<Buffer> events, Runnable ended) {
        HttpServerResponse to = from.response();
        send(sent, from, Buffer.buffer())
                .onSuccess(answer -> {
                    to.exceptionHandler(fault -> answer.request().reset());
                    to.closeHandler(closed -> answer.request().reset());
                    to.endHandler(end -> {
                        answer.request().reset();
                        ended.run();
                    });
                    copyHeaders(answer, to);
                    to.setStatusCode(answer.statusCode());
                    // The client is to know at once that it may wait for events.
                    to.write(Buffer.buffer());
                    answer.exceptionHandler(fault -> to.reset());
                    answer.endHandler(end -> to.end());
                    answer.handler(answer.statusCode() == 200 ? RecordParser.newDelimited("\n", events) : to::write);
                })
                .onFailure(fault -> to.reset());
    }

    private Future<HttpClientResponse> send(SeenRequest sent, HttpServerRequest from, Buffer body) {
        RequestOptions options = new RequestOptions()
                .setMethod(from.method())
                .setAbsoluteURI(server + sent.path() + (sent.query().isEmpty() ? "" : "?" + sent.query()));
        from.headers().forEach(header -> {
            if (isOfTheRequest(header)) {
                options.addHeader(header.getKey(), header.getValue());
            }
        });
        return http.request(options).compose((HttpClientRequest request) -> request.send(body));
    }

    private static void copyHeaders(HttpClientResponse answer, HttpServerResponse to) {
        answer.headers().forEach(header -> {
            if (isOfTheRequest(header)) {
                to.putHeader(header.getKey(), header.getValue());
            }
        });
    }

    private static boolean isOfTheRequest(Map.Entry<String, String> header) {
        String name = header.getKey().toLowerCase(java.util.Locale.ROOT);
        return !name.startsWith(":") && !OF_THE_CONNECTION.contains(name);
    }

    @SuppressWarnings("unchecked")
    private static void answerWithItem(Buffer content, HttpServerResponse to) {
        List<Map<String, Object>> items =
                new Manifest((Map<String, Object>) JsonReader.read(content.getBytes())).maps("items");
        if (items.isEmpty()) {
            new Faults.Status(404, "").answer(to);
        } else {
            to.end(JsonWriter.compact(items.get(0)));
        }
    }
}
