// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.faults;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
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
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The way from the proxy to the API server. */
final class Upstream {
    private static final Set<String> OF_THE_CONNECTION = Set.of(
            "connection", "transfer-encoding", "content-length", "host", "accept-encoding", "keep-alive", "upgrade");

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

    /** What the API server answers. */
    record ApiResponse(int status, MultiMap headers, Buffer content) {
        /** Hands the answer to the client. */
        void writeTo(HttpServerResponse to) {
            copyHead(to);
            to.end(content);
        }

        /** The same for the one item of a list; 404 where the list is empty. */
        @SuppressWarnings("unchecked")
        void writeItemTo(HttpServerResponse to) {
            if (status != 200) {
                writeTo(to);
                return;
            }
            List<Map<String, Object>> items = FieldReader.of((Map<String, Object>) JsonReader.read(content.getBytes()))
                    .maps("items");
            if (items.isEmpty()) {
                new Faults.Status(404, "").answer(to);
            } else {
                copyHead(to);
                to.end(JsonWriter.compact(items.get(0)));
            }
        }

        /** Hands half of the answer to the client. */
        Future<Void> writeHalfTo(HttpServerResponse to) {
            copyHead(to);
            to.putHeader("Content-Length", String.valueOf(content.length()));
            return to.write(content.slice(0, content.length() / 2));
        }

        private void copyHead(HttpServerResponse to) {
            copyHeaders(headers, to);
            to.setStatusCode(status);
        }
    }

    /** Sends a request and reads the answer to its end. */
    Future<ApiResponse> pass(SeenRequest sent, HttpServerRequest from, Buffer body) {
        return send(sent, from, body)
                .compose(answer ->
                        answer.body().map(content -> new ApiResponse(answer.statusCode(), answer.headers(), content)));
    }

    /** Sends a watch; its events are held back until the caller resumes it. */
    Future<HttpClientResponse> open(SeenRequest sent, HttpServerRequest from) {
        return send(sent, from, Buffer.buffer()).onSuccess(HttpClientResponse::pause);
    }

    /** Hands on the head of a response. */
    static void copyHead(HttpClientResponse from, HttpServerResponse to) {
        copyHeaders(from.headers(), to);
        to.setStatusCode(from.statusCode());
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

    private static void copyHeaders(MultiMap headers, HttpServerResponse to) {
        headers.forEach(header -> {
            if (isOfTheRequest(header)) {
                to.putHeader(header.getKey(), header.getValue());
            }
        });
    }

    private static boolean isOfTheRequest(Map.Entry<String, String> header) {
        return !OF_THE_CONNECTION.contains(header.getKey().toLowerCase(Locale.ROOT));
    }
}
