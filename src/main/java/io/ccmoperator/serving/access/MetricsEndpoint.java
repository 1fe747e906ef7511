/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving.access;

import io.ccmoperator.serving.Exposition;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Serves /metrics to those who may get it, and nothing else: 404 for any other path, 405 for other methods than GET and HEAD,
 * 401 without a token that the cluster knows, 403 for users without permission, 503 while that cannot be found out. Each has
 * a line of text that says what to do.
 */
public final class MetricsEndpoint implements Handler<HttpServerRequest> {
    private static final Logger LOG = Logger.getLogger(MetricsEndpoint.class);

    private final MetricsAccess access;
    private final Exposition exposition;

    /**
     * @param access says who is let in
     * @param exposition renders what they get
     */
    public MetricsEndpoint(MetricsAccess access, Exposition exposition) {
        this.access = access;
        this.exposition = exposition;
    }

    /** Answers a request, on the thread of its connection. */
    @Override
    public void handle(HttpServerRequest request) {
        Optional<Refusal> wrong = Refusal.of(request.path(), request.method());
        List<String> headers = request.headers().getAll(HttpHeaders.AUTHORIZATION);
        if (wrong.isPresent()) {
            refuse(request, wrong.get());
        } else if (headers.isEmpty()) {
            refuse(request, Refusal.NO_TOKEN);
        } else {
            BearerToken.of(headers)
                    .ifPresentOrElse(token -> judge(request, token), () -> refuse(request, Refusal.NO_BEARER_TOKEN));
        }
    }

    private void judge(HttpServerRequest request, BearerToken token) {
        Context context = Vertx.currentContext();
        access.of(token)
                .thenAccept(verdict -> context.runOnContext(back -> Refusal.of(verdict)
                        .ifPresentOrElse(refusal -> refuse(request, refusal), () -> render(request, context))));
    }

    /** Not on the thread of the connection, which serves others as well: what is rendered may be read from files. */
    private void render(HttpServerRequest request, Context context) {
        List<String> accept = request.headers().getAll(HttpHeaders.ACCEPT);
        context.executeBlocking(() -> exposition.render(accept.isEmpty() ? null : String.join(",", accept)), false)
                .onSuccess(page -> send(request, 200, page.contentType(), Buffer.buffer(page.body())))
                .onFailure(fault -> {
                    LOG.error("The metrics could not be rendered", fault);
                    refuse(request, Refusal.NOT_RENDERED);
                });
    }

    private static void refuse(HttpServerRequest request, Refusal refusal) {
        if (!refusal.header().isEmpty()) {
            request.response().putHeader(refusal.header(), refusal.value());
        }
        send(request, refusal.status(), "text/plain; charset=utf-8", Buffer.buffer(refusal.text() + "\n"));
    }

    /** The answer to HEAD has the headers that the one to GET has, the length among them. */
    private static void send(HttpServerRequest request, int status, String contentType, Buffer body) {
        HttpServerResponse response = request.response();
        if (response.closed()) {
            return; // Whoever asked has gone.
        }
        response.setStatusCode(status)
                .putHeader(HttpHeaders.CONTENT_TYPE, contentType)
                .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()))
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
                .putHeader("X-Content-Type-Options", "nosniff");
        if (request.method().equals(HttpMethod.HEAD)) {
            response.end(); // In HTTP/2, Vert.x would send the body.
        } else {
            response.end(body);
        }
    }
}
