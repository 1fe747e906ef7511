// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.LogLines;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsEndpointTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final String WITHOUT_TOKEN =
            "; send the header 'Authorization: Bearer <token>' with a valid token of the cluster\n";

    private final List<String> reviewed = new CopyOnWriteArrayList<>();
    private Decision decision = Decision.GRANTED;
    private String page = "up 1\n";
    private final MetricsAuthorizer access = new MetricsAuthorizer(
            token -> {
                reviewed.add(token.text());
                return decision;
            },
            Executors.newSingleThreadExecutor(),
            System::nanoTime,
            Tokens.anyRate());
    private volatile long nanos;
    private final MetricsEndpoint endpoint = new MetricsEndpoint(session -> true, () -> nanos);
    private final MetricsServed served = new MetricsServed(VERTX, endpoint, this::render);

    @BeforeEach
    void authorize() {
        endpoint.authorize(access, MetricsServed.NO_CERTIFICATES);
    }

    @AfterEach
    void stop() {
        served.close();
        access.close();
    }

    @AfterAll
    static void stopAll() {
        MetricsServed.await(VERTX.close());
    }

    @Test
    void servesMetricsToAllowedUser() {
        HttpResponse<String> answer = served.send("GET", "/metrics?a=b", "Authorization", "bearer a");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("up 1\ntext/plain");
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(reviewed).containsExactly("a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/openmetrics-text | application/openmetrics-text; version=1.0.0; charset=utf-8",
                "text/plain;q=0.2, application/openmetrics-text;version=1.0.0;q=0.5"
                        + " | application/openmetrics-text; version=1.0.0; charset=utf-8",
                "*/* | text/plain"
            })
    void servesOpenMetricsOnlyOnRequest(String accept, String passedOn) {
        assertThat(served.send("GET", "/metrics", "Authorization", "Bearer a", "Accept", accept)
                        .body())
                .isEqualTo("up 1\n" + passedOn);
    }

    @Test
    void asksToRetryBeforeReviewsAreReady() {
        try (MetricsServed starting = new MetricsServed(VERTX, new MetricsEndpoint(session -> true), this::render)) {
            HttpResponse<String> answer = starting.get("a");

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body())
                    .isEqualTo("it is not known whether you may read the metrics: the operator is starting; try again"
                            + " later\n");
        }
    }

    @Test
    void answersHeadWithHeadersOfGet() {
        HttpResponse<String> get = served.send("GET", "/metrics", "Authorization", "Bearer a");
        HttpResponse<String> head = served.send("HEAD", "/metrics", "Authorization", "Bearer a");
        HttpResponse<String> refused = served.send("HEAD", "/metrics");

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(get.headers().map()).containsAllEntriesOf(head.headers().map());
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/metrics/", "/Metrics", "/metrics/a", "//metrics", "/metric%73", "/healthz"})
    void answersNotFoundWithoutReviewForOtherPaths(String path) {
        HttpResponse<String> answer = served.send("POST", path, "Authorization", "Bearer a");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).isEqualTo("nothing is served here but /metrics\n");
        assertThat(reviewed).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get"})
    void rejectsMethodsOtherThanGetAndHead(String method) {
        HttpResponse<String> answer = served.send(method, "/metrics", "Authorization", "Bearer a");

        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow")).contains("GET, HEAD");
        assertThat(answer.body()).isEqualTo("metrics can only be read; send a request with GET\n");
        assertThat(reviewed).isEmpty();
    }

    @Test
    void sendsNoReviewWithoutToken() {
        refusesWithoutAsking(served.send("GET", "/metrics"), "a bearer token or a client certificate is needed");
    }

    @Test
    void sendsNoReviewForMalformedToken() {
        String wrong = "the header Authorization holds no bearer token";
        refusesWithoutAsking(served.send("GET", "/metrics", "Authorization", "Basic c2VjcmV0"), wrong);
        refusesWithoutAsking(served.send("GET", "/metrics", "Authorization", "Bearer a, b"), wrong);
        refusesWithoutAsking(
                served.send("GET", "/metrics", "Authorization", "Bearer a", "Authorization", "Bearer b"), wrong);
        refusesWithoutAsking(served.get("a".repeat(BearerToken.LONGEST + 1)), wrong);
    }

    @Test
    void rejectsHeadersThatAreTooLong() {
        assertThat(served.get("a".repeat(20_000)).statusCode()).isEqualTo(431);
        assertThat(reviewed).isEmpty();
    }

    @Test
    void rejectsUnknownToken() {
        decision = Decision.UNKNOWN_TOKEN;
        HttpResponse<String> answer = served.get("secret");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(answer.body()).isEqualTo("the cluster does not know the token, or it has expired" + WITHOUT_TOKEN);
    }

    @Test
    void namesUserAndMissingPermission() {
        decision = Decision.forbidden("größe");
        HttpResponse<String> answer = served.get("secret");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body())
                .isEqualTo("user \"größe\" may not read the metrics; bind it to a ClusterRole that allows verb get on"
                        + " nonResourceURL /metrics\n");
    }

    @Test
    void asksToRetryWhileDecisionIsUndetermined() {
        decision = Decision.notKnown("the API server does not answer");
        HttpResponse<String> answer = served.get("secret");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).contains("5");
        assertThat(answer.body())
                .isEqualTo("it is not known whether you may read the metrics: the API server does not answer; try again"
                        + " later\n");
    }

    @Test
    void reportsRenderingErrorAndAnswersNextRequest() {
        page = "";
        try (LogLines log = LogLines.of(MetricsEndpoint.class)) {
            HttpResponse<String> answer = served.get("a");
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).isEqualTo("the metrics could not be rendered; see the log of the operator\n");
            nanos = Duration.ofMinutes(10).toNanos() - 1;
            assertThat(served.get("a").statusCode()).isEqualTo(500);
            assertThat(log.lines()).containsExactly("ERROR metrics could not be rendered");

            nanos++;
            assertThat(served.get("a").statusCode()).isEqualTo(500);
            assertThat(log.lines()).hasSize(2);
        }

        page = "up 2\n";
        assertThat(served.get("a").body()).startsWith("up 2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OPTIONS * HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n | HTTP/1.1 404 Not Found",
                "CONNECT a:443 HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n | HTTP/1.1 404 Not Found",
                "GET /metrics HTTP/1.1\\r\\n\\r\\n | HTTP/1.1 400 Bad Request",
                "GET /metrics HTTP/1.1\\r\\nHost: a:b:c\\r\\n\\r\\n | HTTP/1.1 400 Bad Request",
                "GET /metrics HTTP/1.1\\r\\nHost: a\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n"
                        + " | HTTP/1.1 401 Unauthorized",
                "GET /metrics HTTP/1.1\\r\\nHost: a\\r\\nAuthorization: Bearer a\\r\\n"
                        + "Transfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n | HTTP/1.1 200 OK",
                "no HTTP\\r\\n\\r\\n | HTTP/1.0 400 Bad Request"
            })
    void logsNothingForMalformedRequest(String request, String firstLine) throws IOException {
        try (LogLines log = LogLines.ofPackage(MetricsEndpoint.class)) {
            assertThat(served.sendRaw(request.translateEscapes())).isEqualTo(firstLine);
            assertThat(log.lines()).isEmpty();
        }
    }

    private void refusesWithoutAsking(HttpResponse<String> answer, String wrong) {
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(answer.body()).isEqualTo(wrong + WITHOUT_TOKEN);
        assertThat(reviewed).isEmpty();
    }

    private void render(RoutingContext context) {
        if (page.isEmpty()) {
            throw new IllegalStateException("nothing to render");
        }
        context.end(page + context.request().getHeader("Accept"));
    }
}
