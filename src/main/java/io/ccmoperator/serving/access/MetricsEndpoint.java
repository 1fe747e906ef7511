// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import io.ccmoperator.serving.connections.AcceptedConnection;
import io.ccmoperator.serving.connections.OneRequest;
import io.prometheus.client.exporter.common.TextFormat;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
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
    private static final Decision STARTING = Decision.notKnown("the operator is starting");
    private static final String RETRY_SECONDS = "5";
    private static final String OPEN_METRICS = "application/openmetrics-text";

    private final Predicate<SSLSession> current;
    private final RepeatedFailures failures;
    private volatile BiFunction<BearerToken, String, CompletionStage<Decision>> tokens =
            (token, client) -> CompletableFuture.completedStage(STARTING);
    private volatile CertificateAccess certificates = new CertificateAccess(Optional::empty, Clock.systemUTC());

    /**
     * @param current whether a connection may stay open: those that were made under other TLS settings end with their
     * next answer
     */
    public MetricsEndpoint(Predicate<SSLSession> current) {
        this(current, System::nanoTime);
    }

    MetricsEndpoint(Predicate<SSLSession> current, LongSupplier nanos) {
        this.current = current;
        this.failures = new RepeatedFailures(nanos);
    }

    /** Decides with these from now on; before, nothing is known of any sender. */
    public void authorize(MetricsAuthorizer tokens, CertificateAccess certificates) {
        this.tokens = tokens::of;
        this.certificates = certificates;
    }

    /** Answers a request or passes it on, on the thread of its connection. */
    @Override
    public void handle(RoutingContext context) {
        HttpServerRequest request = context.request();
        OneRequest.on(request.connection());
        // Quarkus has paused it; the next request of the connection would wait for its end.
        request.resume();
        endWithAnswer(request);
        if (!MetricsAuthorizer.PATH.equals(request.path())) {
            refuse(request, Decision.OTHER_PATH);
        } else if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
            refuse(request, Decision.OTHER_METHOD);
        } else {
            decide(context);
        }
    }

    /**
     * Answers a request that is malformed, or whose metrics could not be rendered. The latter alone is logged: the former is sent
     * by anyone who reaches the port.
     */
    public void failed(RoutingContext context) {
        HttpServerRequest request = context.request();
        OneRequest.on(request.connection());
        if (context.failure() instanceof HttpClosedException) {
            return; // By the client.
        }
        if (context.statusCode() == Decision.OTHER_PATH.status()) {
            refuse(request, Decision.OTHER_PATH);
        } else if (context.statusCode() < Decision.NOT_RENDERED.status()) {
            refuse(request, Decision.MALFORMED);
        } else {
            if (failures.isNews(Decision.NOT_RENDERED)) {
                LOG.error("metrics could not be rendered", context.failure());
            }
            refuse(request, Decision.NOT_RENDERED);
        }
    }

    private void endWithAnswer(HttpServerRequest request) {
        if (request.sslSession() != null && !current.test(request.sslSession())) {
            request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
    }

    private void decide(RoutingContext context) {
        HttpServerRequest request = context.request();
        List<String> headers = request.headers().getAll(HttpHeaders.AUTHORIZATION);
        Decision decision = certificates.of(request.sslSession()).orElse(Decision.NO_TOKEN);
        if (headers.isEmpty() || decision.isGranted() || decision.isForbidden()) {
            answer(context, decision);
        } else {
            BearerToken.of(headers)
                    .ifPresentOrElse(token -> review(context, token), () -> refuse(request, Decision.NO_BEARER_TOKEN));
        }
    }

    private void review(RoutingContext context, BearerToken token) {
        Context connection = Vertx.currentContext();
        String client = context.request().remoteAddress().hostAddress();
        tokens.apply(token, client).thenAccept(decision -> connection.runOnContext(back -> answer(context, decision)));
    }

    private static void answer(RoutingContext context, Decision decision) {
        if (decision.isGranted()) {
            passOn(context);
        } else {
            refuse(context.request(), decision);
        }
    }

    private static void passOn(RoutingContext context) {
        HttpServerResponse response = context.response();
        if (response.closed()) {
            return; // The client has closed the connection meanwhile.
        }
        AcceptedConnection.authorize(context.request().connection());
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

    private static void refuse(HttpServerRequest request, Decision decision) {
        HttpServerResponse response = request.response();
        if (response.closed() || response.ended()) {
            return; // The client has closed the connection meanwhile.
        }
        switch (decision.status()) {
            case 401 -> response.putHeader("WWW-Authenticate", "Bearer");
            case 405 -> response.putHeader("Allow", "GET, HEAD");
            case 503 -> response.putHeader("Retry-After", RETRY_SECONDS);
            default -> {
                // No header belongs to it.
            }
        }
        protect(response);
        response.setStatusCode(decision.status()).putHeader(HttpHeaders.CONTENT_TYPE, "text/plain; charset=utf-8");
        // A client that is not known gets one response: the next one would cost it nothing.
        response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE).end(decision.line() + "\n");
    }

    private static void protect(HttpServerResponse response) {
        response.putHeader(HttpHeaders.CACHE_CONTROL, "no-store").putHeader("X-Content-Type-Options", "nosniff");
    }
}
