// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.connections;

import static io.ccmoperator.serving.connections.LimitedTransport.MAX_CONNECTIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.LogLines;
import io.ccmoperator.cluster.TlsSecurityProfile;
import io.ccmoperator.serving.access.MetricsServed;
import io.ccmoperator.serving.tls.ServingTls;
import io.ccmoperator.serving.tls.TlsClient;
import io.quarkus.vertx.http.runtime.options.HttpServerOptionsUtils;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics endpoint over TLS, on a Vert.x that finds the transport as a service. */
class ConnectionLimitTest {
    /** Less than Vert.x waits for a TLS handshake, after which it would close a silent connection itself. */
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private static final int FLOOD = 1_000;

    private final LogLines log = LogLines.of(ConnectionLimit.class);
    private final Vertx vertx = Vertx.vertx();
    private int port;

    @BeforeEach
    void listen(@TempDir Path folder) {
        ServingTls tls = new ServingTls(folder, vertx, Clock.systemUTC());
        tls.update(TlsSecurityProfile.usual());
        HttpServerOptions options = new HttpServerOptions();
        HttpServerOptionsUtils.applyTlsConfigurationToHttpServerOptions(tls, options);
        HttpServer server = vertx.createHttpServer(options)
                .requestHandler(MetricsServed.router(
                        vertx, MetricsServed.open(tls::isCurrent), context -> context.end("up 1\n")));
        MetricsServed.await(server.listen(0, "127.0.0.1"));
        port = server.actualPort();
    }

    @AfterEach
    void stop() {
        MetricsServed.await(vertx.close());
        log.close();
    }

    @Test
    void servesMetricsWhileClientOpensConnectionsWithoutEnd() throws IOException {
        try (SilentConnections flood = new SilentConnections(port)) {
            flood.open(FLOOD);

            assertThat(metrics()).endsWith("up 1\n");
            await("connections above the limit to be closed")
                    .atMost(PATIENCE)
                    .until(() -> flood.closedByServer() >= FLOOD - MAX_CONNECTIONS);
            assertThat(metrics()).endsWith("up 1\n");
        }

        assertThat(metrics()).endsWith("up 1\n");
        assertThat(log.lines())
                .singleElement()
                .asString()
                .contains(":" + port + ": more than 64 connections are open, closing the oldest");
    }

    @Test
    void keepsConnectionOfAuthorizedClientWhileOthersOpenConnectionsWithoutEnd() throws IOException {
        try (TlsClient prometheus = TlsClient.connect(port);
                TlsClient stranger = TlsClient.connect(port);
                SilentConnections flood = new SilentConnections(port)) {
            assertThat(metrics(prometheus)).endsWith("up 1\n");
            assertThat(stranger.get("/metrics")).startsWith("HTTP/1.1 401 ");

            flood.open(FLOOD);

            await("connections above the limit to be closed")
                    .atMost(PATIENCE)
                    .until(() -> flood.closedByServer() > FLOOD - MAX_CONNECTIONS);
            assertThat(metrics(prometheus)).endsWith("up 1\n");
            assertThatThrownBy(() -> metrics(stranger)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void keepsConnectionWhileOthersComeAndGo() throws IOException {
        try (TlsClient lasting = TlsClient.connect(port)) {
            for (int i = 0; i < 2 * MAX_CONNECTIONS; i++) {
                openAndClose();
            }

            assertThat(metrics(lasting)).endsWith("up 1\n");
        }
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void closesConnectionOfRefusedRequestWithBody() throws IOException {
        try (TlsClient client = TlsClient.connect(port)) {
            assertThat(client.send("POST", "/metrics", "Transfer-Encoding: chunked"))
                    .startsWith("HTTP/1.1 405 ")
                    .containsIgnoringCase("connection: close");
        }
        try (TlsClient client = TlsClient.connect(port)) {
            assertThat(client.get("/metrics"))
                    .startsWith("HTTP/1.1 401 ")
                    .doesNotContainIgnoringCase("connection: close");
            assertThat(metrics(client)).endsWith("up 1\n");
        }
    }

    /** Returns when the server has closed the connection, too. */
    private void openAndClose() throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port));
            socket.shutdownOutput();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    private String metrics() throws IOException {
        try (TlsClient client = TlsClient.connect(port)) {
            return metrics(client);
        }
    }

    private static String metrics(TlsClient client) throws IOException {
        return client.get("/metrics", "Authorization: Bearer a");
    }
}
