// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.connections;

import static io.ccmoperator.serving.connections.LimitedTransport.MAX_CONNECTIONS;
import static org.assertj.core.api.Assertions.assertThat;
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
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final int FLOOD = 1_000;

    /** Each costs the server two operations with keys. */
    private static final int HANDSHAKES = 100;

    private final LogLines log = LogLines.of(ConnectionLimit.class);
    private final Vertx vertx = Vertx.vertx();
    private ServingTls tls;
    private int port;

    @BeforeEach
    void listen(@TempDir Path folder) {
        tls = new ServingTls(folder, vertx, Clock.systemUTC());
        tls.update(TlsSecurityProfile.usual());
        // What is closed here is closed by the limit.
        port = listen(options().setSslHandshakeTimeout(PATIENCE.toSeconds() * 2));
    }

    private HttpServerOptions options() {
        HttpServerOptions options = new HttpServerOptions();
        HttpServerOptionsUtils.applyTlsConfigurationToHttpServerOptions(tls, options);
        return options;
    }

    private int listen(HttpServerOptions options) {
        HttpServer server = vertx.createHttpServer(options)
                .requestHandler(MetricsServed.router(
                        vertx, MetricsServed.open(tls::isCurrent), context -> context.end("up 1\n")));
        MetricsServed.await(server.listen(0, "127.0.0.1"));
        return server.actualPort();
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
                .contains(":" + port
                        + ": more than 64 connections are open whose clients have sent nothing, closing the oldest");
    }

    @Test
    void keepsConnectionOfAuthorizedClientWhileOthersOpenConnectionsWithoutEnd() throws IOException {
        try (TlsClient prometheus = TlsClient.connect(port);
                SilentConnections flood = new SilentConnections(port)) {
            assertThat(metrics(prometheus)).endsWith("up 1\n");

            flood.open(FLOOD);

            await("connections above the limit to be closed")
                    .atMost(PATIENCE)
                    .until(() -> flood.closedByServer() >= FLOOD - MAX_CONNECTIONS);
            assertThat(metrics(prometheus)).endsWith("up 1\n");
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
    void servesMetricsWhileClientsFinishNoHandshake() throws IOException {
        try (SilentConnections flood = new SilentConnections(port)) {
            flood.open(HANDSHAKES, SilentConnections.clientHello());

            await("handshakes above the limit to be ended")
                    .atMost(PATIENCE)
                    .until(() -> flood.closedByServer() >= HANDSHAKES - MAX_CONNECTIONS);
            assertThat(metrics()).endsWith("up 1\n");
        }
        assertThat(log.lines())
                .singleElement()
                .asString()
                .contains("more than 64 connections are open in the TLS handshake, closing the oldest");
    }

    @Test
    void closesConnectionsOfClientThatHasMost() throws IOException {
        try (SilentConnections few = new SilentConnections(port, "127.0.0.2");
                SilentConnections flood = new SilentConnections(port)) {
            few.open(10);
            flood.open(MAX_CONNECTIONS * 2);

            await("connections above the limit to be closed")
                    .atMost(PATIENCE)
                    .until(() -> flood.closedByServer() == MAX_CONNECTIONS + 10);
            assertThat(few.closedByServer()).isZero();
        }
    }

    @Test
    void endsHandshakeThatTakesTooLong() throws IOException {
        try (SilentConnections slow = new SilentConnections(listen(options()))) {
            slow.open(1, SilentConnections.clientHello());

            await("the end of the handshake").atMost(PATIENCE).until(() -> slow.closedByServer() == 1);
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
