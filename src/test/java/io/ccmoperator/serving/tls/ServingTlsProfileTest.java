// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import static io.ccmoperator.serving.tls.SampleSettings.INTERMEDIATE;
import static io.ccmoperator.serving.tls.SampleSettings.MODERN;
import static io.ccmoperator.serving.tls.SampleSettings.OLD;
import static io.ccmoperator.serving.tls.SampleSettings.profile;
import static io.ccmoperator.serving.tls.SampleSettings.suites;
import static io.ccmoperator.serving.tls.ServerScene.metrics;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ccmoperator.cluster.TlsSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServingTlsProfileTest {
    private static final String ECDSA_256 = "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384";
    private static final String ECDSA_128 = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256";
    private static final String NO_OPENSSL = "openssl is not on the PATH; install the Debian package openssl";

    @TempDir
    Path folder;

    private ServerScene scene;
    private int port;

    @BeforeEach
    void begin() throws Exception {
        scene = new ServerScene(folder);
        port = scene.listen();
    }

    @AfterEach
    void end() throws Exception {
        scene.close();
    }

    /** The suites of TLS 1.2 with which the JDK gets in, one by one. */
    private List<String> accepted() throws Exception {
        List<String> accepted = new ArrayList<>();
        for (String suite : TlsSupport.ofJdk().cipherSuites()) {
            if (suite.contains("_WITH_")) {
                try (TlsClient client = tls12(suite)) {
                    accepted.add(client.cipherSuite());
                } catch (SSLHandshakeException e) {
                    assertThat(e).hasMessageEndingWith("Received fatal alert: handshake_failure");
                }
            }
        }
        return accepted;
    }

    private TlsClient tls12(String... suites) throws Exception {
        return TlsClient.connect(port, new SSLParameters(suites, new String[] {"TLSv1.2"}));
    }

    private void assertRefused(String protocol) {
        assertThatThrownBy(() -> TlsClient.connect(port, protocol).close())
                .isInstanceOf(SSLHandshakeException.class)
                .hasMessageEndingWith("Received fatal alert: protocol_version");
    }

    private void assertAgreed(String protocol) throws Exception {
        try (TlsClient client = TlsClient.connect(port, protocol)) {
            assertThat(client.protocol()).isEqualTo(protocol);
            metrics(client);
        }
    }

    @Test
    void usesIntermediateFromBeginning() throws Exception {
        assertAgreed("TLSv1.2");
        assertAgreed("TLSv1.3");
        assertThat(accepted())
                .containsExactlyInAnyOrder(ECDSA_256, ECDSA_128, "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256");
    }

    @Test
    void followsProfileForNewConnectionsWithoutNewListener() throws Exception {
        scene.follow(MODERN);
        assertRefused("TLSv1.2");
        assertAgreed("TLSv1.3");

        scene.follow(INTERMEDIATE);
        assertAgreed("TLSv1.2");
        assertAgreed("TLSv1.3");

        assertThat(scene.log.notices()).hasSize(1);
        assertThat(scene.log.warnings()).isEmpty();
    }

    @Test
    void acceptsOnlyTheSuiteOfCustomProfile() throws Exception {
        scene.follow(profile(
                "{type: Custom, custom: {minTLSVersion: VersionTLS12, ciphers: [ECDHE-ECDSA-AES256-GCM-SHA384]}}"));

        assertThat(accepted()).containsExactly(ECDSA_256);
        assertAgreed("TLSv1.3");
    }

    @Test
    void choosesFirstSuiteOfSettingsThatClientHas() throws Exception {
        for (List<String> ordered : List.of(List.of(ECDSA_256, ECDSA_128), List.of(ECDSA_128, ECDSA_256))) {
            scene.follow(suites(ordered.toArray(String[]::new)));
            try (TlsClient client = tls12(ECDSA_128, ECDSA_256)) {
                assertThat(client.cipherSuite()).isEqualTo(ordered.get(0));
            }
        }
    }

    @Test
    void warnsOnceOfUnsupportedSuitesPerChange() throws Exception {
        scene.follow(OLD);
        scene.check();
        scene.follow(OLD);

        assertThat(scene.log.warnings())
                .singleElement()
                .asString()
                .startsWith("the TLS settings ask for TLS 1.0, TLS 1.1, ")
                .contains(" TLS_RSA_WITH_3DES_EDE_CBC_SHA")
                .endsWith(
                        ", which this program does not support or considers insecure: metrics are served without, over"
                                + " TLSv1.2 and TLSv1.3");
        assertThat(accepted()).contains("TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA");

        scene.follow(MODERN);
        scene.follow(OLD);
        assertThat(scene.log.warnings()).hasSize(2);
    }

    @Test
    void acceptsOnlyTls13WhenCustomProfileLeavesNoOlderSuite() throws Exception {
        scene.follow(profile("{type: Custom, custom: {minTLSVersion: VersionTLS12, ciphers: [DES-CBC3-SHA]}}"));

        assertRefused("TLSv1.2");
        assertAgreed("TLSv1.3");
        assertThat(scene.log.warnings())
                .containsExactly(
                        "the TLS settings ask for TLS_RSA_WITH_3DES_EDE_CBC_SHA, which this program does not support or"
                                + " considers insecure: metrics are served without, over TLSv1.3");
    }

    @Test
    void warnsOfCertificateWithoutMatchingSuite() throws Exception {
        scene.follow(suites("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"));

        assertThat(accepted()).isEmpty();
        assertAgreed("TLSv1.3");
        assertThat(scene.log.warnings())
                .containsExactly(
                        "no cipher suite of the TLS settings matches the certificate's EC key: metrics can be read"
                                + " over TLS 1.3 only; use another key, or allow other suites");
    }

    @Test
    void closesNonconformingConnectionAfterNextAnswer() throws Exception {
        try (TlsClient older = TlsClient.connect(port, "TLSv1.2");
                TlsClient newer = TlsClient.connect(port, "TLSv1.3")) {
            assertThat(metrics(older)).doesNotContain("onnection");
            scene.follow(MODERN);

            assertThat(metrics(older)).contains("connection: close");
            assertThat(older.isAtEnd()).isTrue();
            assertThat(metrics(newer)).doesNotContain("onnection");
        }
    }

    @Test
    void speaksOnlyHttp11() throws Exception {
        SSLParameters parameters = new SSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});

        for (TlsSettings settings : List.of(INTERMEDIATE, MODERN)) {
            scene.follow(settings);
            try (TlsClient client = TlsClient.connect(port, parameters)) {
                assertThat(client.applicationProtocol()).isEmpty();
                metrics(client);
            }
        }
    }

    @Test
    void rejectsOpenSslWithTls11AndOlder() throws Exception {
        assumeTrue(OpenSsl.isThere(), NO_OPENSSL);

        for (TlsSettings settings : List.of(INTERMEDIATE, OLD, MODERN)) {
            scene.follow(settings);
            assertThat(OpenSsl.connect(port, "-tls1_1", "ALL")).isEqualTo("tlsv1 alert protocol version");
            assertThat(OpenSsl.connect(port, "-tls1", "ALL")).isEqualTo("tlsv1 alert protocol version");
        }
    }

    @Test
    void rejectsOpenSslWithTls12UnderModern() throws Exception {
        assumeTrue(OpenSsl.isThere(), NO_OPENSSL);
        scene.follow(MODERN);

        assertThat(OpenSsl.connect(port, "-tls1_2", "ALL")).isEqualTo("tlsv1 alert protocol version");
        assertThat(OpenSsl.connect(port, "-tls1_3", "ALL")).startsWith("TLS_");
    }

    @Test
    void offersOpenSslOnlyTheSuiteOfCustomProfile() throws Exception {
        assumeTrue(OpenSsl.isThere(), NO_OPENSSL);
        scene.follow(profile(
                "{type: Custom, custom: {minTLSVersion: VersionTLS12, ciphers: [ECDHE-ECDSA-AES256-GCM-SHA384]}}"));

        assertThat(OpenSsl.connect(port, "-tls1_2", "ALL")).isEqualTo("ECDHE-ECDSA-AES256-GCM-SHA384");
        assertThat(OpenSsl.connect(port, "-tls1_2", "ALL:!ECDHE-ECDSA-AES256-GCM-SHA384"))
                .contains("alert handshake failure");
    }
}
