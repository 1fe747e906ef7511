// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.monitoring.Scrape;
import io.ccmoperator.serving.connections.SilentConnections;
import io.ccmoperator.serving.tls.TlsClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What clients without permission cost the packaged program, and those with one. */
@RequiresApiServer
@Tag("packaged")
class MetricsStrangersIT extends MetricsScene {
    private static final String REQUEST = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String MEMORY = "process_resident_memory_bytes";
    private static final int MEBIBYTE = 1024 * 1024;

    @Test
    void closesConnectionsWhoseClientsSendAndDoNotRead() throws IOException {
        double before = value(operator, MEMORY);
        String requests = REQUEST.repeat(500);
        List<TlsClient> strangers = new ArrayList<>();
        try {
            for (int i = 0; i < 64; i++) {
                TlsClient stranger = TlsClient.connect(operator.metricsPort(), "TLSv1.3");
                strangers.add(stranger);
                // More than both kernels keep of a connection, if the other side reads nothing.
                assertThat(IntStream.range(0, 5_000).allMatch(n -> stranger.write(requests)))
                        .as("all of 80 MiB are taken")
                        .isFalse();
            }
            assertThat(status(bearer(reader))).isEqualTo(200);
        } finally {
            for (TlsClient stranger : strangers) {
                stranger.close();
            }
        }
        assertThat(value(operator, MEMORY) - before).isLessThan(64 * MEBIBYTE);
    }

    @Test
    void refusesRequestWithoutReadingItsBody() throws IOException {
        try (TlsClient client = TlsClient.connect(operator.metricsPort(), "TLSv1.3")) {
            assertThat(client.send("POST", "/metrics", "Transfer-Encoding: chunked"))
                    .startsWith("HTTP/1.1 405 ");
        }
    }

    @Test
    void logsNothingForRequestsThatAreMalformed() throws IOException {
        String before = operator.log();
        for (String request : List.of(
                "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
                "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /metrics HTTP/1.1\r\n\r\n",
                "POST /metrics HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "GET /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
                "no HTTP\r\n\r\n")) {
            try (TlsClient client = TlsClient.connect(operator.metricsPort(), "TLSv1.3")) {
                assertThat(client.write(request)).isTrue();
                assertThat(client.firstLine()).matches("HTTP/1\\.[01] 40[045] .*");
            }
        }
        assertThat(status(bearer(reader))).isEqualTo(200);
        assertThat(operator.log()).isEqualTo(before);
    }

    @Test
    void logsNothingForRequestForHealthWithoutHost() throws IOException {
        String before = operator.log();
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), operator.healthPort())) {
            client.getOutputStream().write("GET /healthz HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII))
                            .readLine())
                    .startsWith("HTTP/1.1 400 ");
        }
        assertThat(operator.health("/healthz")).isEqualTo(200);
        assertThat(operator.log()).isEqualTo(before);
    }

    @Test
    void servesMetricsWhile200HandshakesAreUnfinished() throws IOException {
        try (SilentConnections slow = new SilentConnections(operator.metricsPort())) {
            slow.open(200, SilentConnections.clientHello().limit(100));
            assertThat(status(bearer(reader))).isEqualTo(200);
            assertThat(slow.closedByServer()).isPositive();
        }
    }

    @Test
    void limitsReviewsOfRandomTokens() {
        assertThat(status(bearer(reader))).isEqualTo(200);
        String requests = "ccm_operator_api_requests_total{code=\"201\",verb=\"create\"}";
        double before = value(operator, requests);
        long began = System.nanoTime();
        List<Integer> answers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            HttpResponse<String> answer = Scrape.ask(operator.metricsPort(), bearer("random" + i));
            answers.add(answer.statusCode());
        }
        long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds() + 1;

        assertThat(answers).containsOnly(401, 503).contains(401);
        assertThat(value(operator, requests) - before).isLessThanOrEqualTo(20 * (seconds + 1));
        assertThat(answers.stream().filter(status -> status == 401).count())
                .as("of one client")
                .isLessThanOrEqualTo(5 * (seconds + 1));
        assertThat(status(bearer(reader))).isEqualTo(200);
    }

    @Test
    void refusesRenegotiation() throws IOException {
        try (TlsClient client = TlsClient.connect(operator.metricsPort(), "TLSv1.2")) {
            assertThat(client.get("/metrics", "Authorization: Bearer " + reader))
                    .startsWith("HTTP/1.1 200 ");
            client.renegotiate();
            assertThatThrownBy(() -> client.get("/metrics", "Authorization: Bearer " + reader))
                    .isInstanceOf(IOException.class);
        }
    }
}
