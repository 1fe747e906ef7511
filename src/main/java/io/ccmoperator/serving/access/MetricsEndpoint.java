// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import io.ccmoperator.serving.connections.ConnectionLimit;
import io.prometheus.client.exporter.common.TextFormat;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javax.net.ssl.SSLSession;
import org.jboss.logging.Logger;

/**
 * Passes requests for /metrics on to the registry's handler if the client may read the metrics, and rejects all others: 404
 * for any other path, 405 for other methods than GET and HEAD, 401 without a client certificate or token that the cluster
 * knows, 403 for users without permission, 503 while that cannot be found out. Each has a line of text that says what to
 * do. The certificate counts first, as for API servers; the token counts where the certificate does not prove who the
 * client is.
 */
public final class MetricsEndpoint implements Handler<RoutingContext> {
    private static final Logger LOG = Logger.getLogger(MetricsEndpoint.class);
    private static final AuthorizationDecision STARTING =
            new AuthorizationDecision.NotKnown("the operator is starting");
    private static final String OPEN_METRICS = "application/openmetrics-text";

    private final Predicate<SSLSession> current;
    private volatile Optional<MetricsAuthorizer> access = Optional.empty();
    private volatile CertificateAccess certificates = new CertificateAccess(Optional::empty, Clock.systemUTC());

    /**
     * @param current whether a connection may stay open: those that were made under other TLS settings end with their
     * next answer
     */
    public MetricsEndpoint(Predicate<SSLSession> current) {
        this.current = current;
    }

    /** Decides with these from now on; before, nothing is known of any sender. */
    public void authorize(MetricsAuthorizer tokens, CertificateAccess clients) {
        access = Optional.of(tokens);
        certificates = clients;
    }

    /** Answers a request or passes it on, on the thread of its connection. */
    @Override
    public void handle(RoutingContext context) {
        HttpServerRequest request = context.request();
        // Quarkus has paused it; the next request of the connection would wait for its end.
        request.resume();
        endWithAnswer(context);
        List<String> headers = request.headers().getAll(HttpHeaders.AUTHORIZATION);
        Optional<ErrorResponse> wrong = ErrorResponse.of(request.path(), request.method());
        if (wrong.isPresent()) {
            refuse(request, wrong.get());
            return;
        }
        Optional<AuthorizationDecision> certificate = certificates.of(request.sslSession());
        if (certificate
                .filter(decision -> headers.isEmpty() || isDecision(decision))
                .isPresent()) {
            answer(context, certificate.get());
        } else if (headers.isEmpty()) {
            refuse(request, ErrorResponse.NO_TOKEN);
        } else {
            BearerToken.of(headers)
                    .ifPresentOrElse(
                            token -> judge(context, token), () -> refuse(request, ErrorResponse.NO_BEARER_TOKEN));
        }
    }

    /** Answers a request whose metrics could not be rendered. */
    public void failed(RoutingContext context) {
        LOG.error("metrics could not be rendered", context.failure());
        refuse(context.request(), ErrorResponse.NOT_RENDERED);
    }

    private void endWithAnswer(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (request.sslSession() != null && !current.test(request.sslSession())) {
            request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            context.addBodyEndHandler(sent -> request.connection().close());
        }
    }

    private void judge(RoutingContext context, BearerToken token) {
        Optional<MetricsAuthorizer> reviews = access;
        if (reviews.isEmpty()) {
            refuse(context.request(), ErrorResponse.of(STARTING).orElseThrow());
            return;
        }
        Context connection = Vertx.currentContext();
        reviews.get().of(token).thenAccept(decision -> connection.runOnContext(back -> answer(context, decision)));
    }

    private static boolean isDecision(AuthorizationDecision certificate) {
        return certificate instanceof AuthorizationDecision.Granted
                || certificate instanceof AuthorizationDecision.ForbiddenCertificate;
    }

    private static void answer(RoutingContext context, AuthorizationDecision decision) {
        ErrorResponse.of(decision)
                .ifPresentOrElse(refusal -> refuse(context.request(), refusal), () -> passOn(context));
    }

    private static void passOn(RoutingContext context) {
        HttpServerResponse response = context.response();
        if (response.closed()) {
            return; // The client has closed the connection meanwhile.
        }
        ConnectionLimit.keep(context.request().connection());
        chooseFormat(context.request().headers());
        protect(response);
        context.next();
    }

    /**
     * OpenMetrics for those that name it; Quarkus would send it to anyone who does not name the text format, and to
     * them alone.
     */
    private static void chooseFormat(MultiMap headers) {
        boolean named = headers.getAll(HttpHeaders.ACCEPT).stream().anyMatch(accept -> accept.contains(OPEN_METRICS));
        // In full: Quarkus' route matches its parameters, too.
        headers.set(HttpHeaders.ACCEPT, named ? TextFormat.CONTENT_TYPE_OPENMETRICS_100 : "text/plain");
    }

    private static void refuse(HttpServerRequest request, ErrorResponse refusal) {
        HttpServerResponse response = request.response();
        if (response.closed() || response.ended()) {
            return; // The client has closed the connection meanwhile.
        }
        if (!refusal.header().isEmpty()) {
            response.putHeader(refusal.header(), refusal.value());
        }
        protect(response);
        response.setStatusCode(refusal.status()).putHeader(HttpHeaders.CONTENT_TYPE, "text/plain; charset=utf-8");
        if (hasBody(request)) {
            // Nothing reads a body, and one of a refused request may never end.
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            response.end(refusal.text() + "\n")
                    .onComplete(sent -> request.connection().close());
        } else {
            response.end(refusal.text() + "\n");
        }
    }

    private static boolean hasBody(HttpServerRequest request) {
        return request.headers().contains(HttpHeaders.CONTENT_LENGTH)
                || request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    private static void protect(HttpServerResponse response) {
        response.putHeader(HttpHeaders.CACHE_CONTROL, "no-store").putHeader("X-Content-Type-Options", "nosniff");
    }
}
