/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving.tls;

import static io.ccmoperator.serving.tls.SampleSettings.MODERN;
import static io.ccmoperator.serving.tls.ServerScene.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.serving.ListenAddress;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsServerTest {
    @TempDir
    Path folder;

    private ServerScene scene;

    @BeforeEach
    void begin() {
        scene = new ServerScene(folder);
    }

    @AfterEach
    void end() throws Exception {
        scene.close();
    }

    @Test
    void requestsAreAnsweredOverConnectionsThatStay() throws Exception {
        try (TlsClient client = TlsClient.connect(scene.listen())) {
            assertThat(client.get("/a")).startsWith("HTTP/1.1 200 OK").endsWith("\r\n\r\n/a");
            assertThat(client.get("/b")).doesNotContain("onnection").endsWith("\r\n\r\n/b");
        }
    }

    @Test
    void theLogTellsOnceWhereMetricsAreServed() throws Exception {
        int port = scene.listen();

        assertThat(scene.log.notices())
                .contains("metrics are served at https://127.0.0.1:" + port + "/metrics")
                .hasSize(2);
        assertThat(scene.log.warnings()).isEmpty();
    }

    @Test
    void onlyHttp11IsSpokenWhateverAClientWouldLike() throws Exception {
        SSLParameters parameters = new SSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});

        try (TlsClient client = TlsClient.connect(scene.listen(), parameters)) {
            assertThat(client.applicationProtocol()).isEmpty();
            assertThat(client.get("/a")).startsWith("HTTP/1.1 200 OK");
        }
    }

    @Test
    void aTokenHasRoomInTheHeadersButNotAnything() throws Exception {
        int port = scene.listen();
        try (TlsClient client = TlsClient.connect(port)) {
            assertThat(client.get("/a", "Authorization: Bearer " + "t".repeat(12_000)))
                    .startsWith("HTTP/1.1 200 OK");
        }
        try (TlsClient client = TlsClient.connect(port)) {
            assertThat(client.get("/a", "Authorization: Bearer " + "t".repeat(20_000)))
                    .startsWith("HTTP/1.1 431 ");
        }
    }

    @Test
    void aConnectionThatWasMadeUnderOtherSettingsEndsWithItsNextAnswer() throws Exception {
        int port = scene.listen();
        try (TlsClient client = TlsClient.connect(port, "TLSv1.2");
                TlsClient newer = TlsClient.connect(port, "TLSv1.3")) {
            assertThat(client.get("/a")).doesNotContain("onnection");
            await(scene.server.follow(MODERN));

            assertThat(client.get("/b")).contains("connection: close").endsWith("/b");
            assertThat(client.isAtEnd()).isTrue();
            assertThat(newer.get("/b")).contains("connection: close").endsWith("/b");
            assertThat(newer.isAtEnd()).isTrue();
        }
    }

    @Test
    void anAddressThatIsTakenIsTriedAgainUntilItIsFree() throws Exception {
        int port;
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = other.getLocalPort();
            scene.server.listen(new ListenAddress("127.0.0.1", port));
            Awaitility.await().until(() -> !scene.log.warnings().isEmpty());
        }
        Awaitility.await()
                .atMost(20, TimeUnit.SECONDS)
                .until(() ->
                        scene.log.notices().contains("metrics are served at https://127.0.0.1:" + port + "/metrics"));

        assertThat(scene.log.warnings())
                .containsExactly("metrics cannot be served at 127.0.0.1:" + port + ": Address already in use; free the"
                        + " address, or choose another with --metrics-bind-address. It is tried again every 5 s");
        try (TlsClient client = TlsClient.connect(port)) {
            assertThat(client.get("/a")).endsWith("/a");
        }
    }

    @Test
    void aClosedServerServesNobodyAndTriesNothingMore() throws Exception {
        int port = scene.listen();
        try (TlsClient client = TlsClient.connect(port)) {
            client.get("/a");
            await(scene.server.close());

            assertThat(client.isAtEnd()).isTrue();
            assertThatThrownBy(() -> TlsClient.connect(port)).isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void whoClosesTheServerBeforeItCouldServeIsNotLeftWaiting() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            var listening = scene.server.listen(new ListenAddress("127.0.0.1", other.getLocalPort()));
            Awaitility.await().until(() -> !scene.log.warnings().isEmpty());
            await(scene.server.close());

            assertThat(listening.failed()).isTrue();
            assertThat(listening.cause()).hasMessage("the metrics server is closed");
        }
    }
}
