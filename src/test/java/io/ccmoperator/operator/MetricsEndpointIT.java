// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.monitoring.Scrape;
import io.ccmoperator.serving.connections.LimitedTransport;
import io.ccmoperator.serving.connections.SilentConnections;
import io.ccmoperator.serving.tls.OpenSsl;
import io.ccmoperator.serving.tls.SamplePair;
import io.ccmoperator.serving.tls.TlsClient;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who is served what, and over which TLS. */
@RequiresApiServer
@Tag("packaged")
class MetricsEndpointIT extends MetricsScene {
    @Test
    void servesOthersWhileClientOpensConnectionsWithoutEnd() throws IOException {
        double before = value(operator, "process_files_open_files");

        try (SilentConnections flood = new SilentConnections(operator.metricsPort())) {
            flood.open(1_000);
            assertThat(status(bearer(reader))).isEqualTo(200);
            // As many again may be in the middle of closing.
            assertThat(value(operator, "process_files_open_files"))
                    .isLessThan(before + 2 * LimitedTransport.MAX_CONNECTIONS + 10);
        }

        assertThat(status(bearer(reader))).isEqualTo(200);
        assertThat(operator.log()).containsOnlyOnce("closing the oldest");
        assertThat(operator.health("/healthz")).isEqualTo(200);
    }

    @Test
    void servesMetricsOnlyToAllowedUsers() {
        assertThat(status()).isEqualTo(401);
        assertThat(status(bearer("wrong"))).isEqualTo(401);
        assertThat(status(bearer(MetricsReader.tokenWithoutPermission(cluster, "default", "stranger"))))
                .isEqualTo(403);
        assertThat(Scrape.ask(operator.metricsPort(), bearer(reader)).headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));

        HttpResponse<String> open = Scrape.ask(
                operator.metricsPort(), "Authorization", "Bearer " + reader, "Accept", "application/openmetrics-text");

        assertThat(open.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/openmetrics-text"));
        assertThat(open.body()).contains("# TYPE ccm_operator_info gauge\n").endsWith("# EOF\n");
    }

    @Test
    void servesNothingElse() throws IOException {
        assertThat(operator.log()).containsOnlyOnce("https://127.0.0.1:" + operator.metricsPort());
        for (String path : List.of("/", "/q/metrics", "/q/health", "/metrics/", "/healthz", "/readyz")) {
            try (TlsClient client = TlsClient.connect(operator.metricsPort(), "TLSv1.3")) {
                assertThat(client.get(path, "Authorization: Bearer " + reader)).startsWith("HTTP/1.1 404 ");
                assertThat(client.isAtEnd()).isTrue();
            }
        }
        try (TlsClient client = TlsClient.connect(operator.metricsPort(), "TLSv1.3")) {
            // What a browser asks before a page of another site may read.
            assertThat(client.send("OPTIONS", "/metrics", "Origin: https://a", "Access-Control-Request-Method: GET"))
                    .startsWith("HTTP/1.1 405 ");
        }
        try (TlsClient client = TlsClient.connect(operator.metricsPort(), "TLSv1.3")) {
            assertThat(client.get("/metrics", "Authorization: Bearer " + reader, "Origin: https://a"))
                    .startsWith("HTTP/1.1 200 ")
                    .doesNotContainIgnoringCase("Access-Control-");
        }
    }

    @Test
    void servesHealthAtTwoPathsOnly() {
        assertThat(operator.health("/healthz")).isEqualTo(200);
        assertThat(operator.health("/readyz")).isEqualTo(200);
        assertThat(List.of("/", "/q/health", "/q/health/started", "/q/health/well", "/q/health-ui", "/metrics"))
                .allSatisfy(path -> assertThat(operator.health(path)).isEqualTo(404));
    }

    @Test
    void acceptsLongTokenAndRejectsLongerHeaders() throws IOException {
        try (TlsClient client = TlsClient.connect(operator.metricsPort(), "TLSv1.3")) {
            assertThat(client.get("/metrics", "Authorization: Bearer " + reader, "X-Padding: " + "p".repeat(12_000)))
                    .startsWith("HTTP/1.1 200 ");
        }
        try (TlsClient client = TlsClient.connect(operator.metricsPort(), "TLSv1.3")) {
            assertThat(client.get("/metrics", "Authorization: Bearer " + "t".repeat(20_000)))
                    .startsWith("HTTP/1.1 431 ");
        }
    }

    @Test
    void followsProfileOfClusterAtEndpointAndInDeployment() throws IOException {
        assertThat(protocol("TLSv1.2")).isEqualTo("TLSv1.2");
        assertThat(flags()).contains("--tls-min-version=VersionTLS12");

        profile("{tlsAdherence: StrictAllComponents, tlsSecurityProfile: {type: Modern, modern: {}}}");
        try {
            await("TLS 1.2 to be refused")
                    .atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThatThrownBy(() -> protocol("TLSv1.2")).isInstanceOf(SSLException.class));
            assertThat(protocol("TLSv1.2", "TLSv1.3")).isEqualTo("TLSv1.3");
            await("the flags to follow")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(flags()).contains("--tls-min-version=VersionTLS13"));
        } finally {
            profile("{tlsAdherence: LegacyAdheringComponentsOnly}");
        }
        await("TLS 1.2 again")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> protocol("TLSv1.2").equals("TLSv1.2"));
    }

    @Test
    void followsGroupsOfClusterAtEndpointAndInDeployment() throws Exception {
        assumeTrue(PackagedProgram.isExecutable(), "a JDK before 20 cannot choose groups");
        assumeTrue(OpenSsl.isThere(), "openssl is not on the PATH; install the Debian package openssl");

        profile("{tlsAdherence: StrictAllComponents, tlsSecurityProfile: {type: Custom, custom: {minTLSVersion:"
                + " VersionTLS13, groups: [secp384r1, X25519MLKEM768]}}}");
        try {
            await("the flags to follow")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(flags()).contains("--tls-curve-preferences=24,4588"));
            await("the warning")
                    .atMost(PATIENCE)
                    .until(() -> operator.log().contains("the TLS settings ask for X25519MLKEM768,"));
            assertThat(OpenSsl.connectWithGroup(operator.metricsPort(), "P-384"))
                    .contains("TLS_AES");
            assertThat(OpenSsl.connectWithGroup(operator.metricsPort(), "X25519"))
                    .contains("alert");
        } finally {
            profile("{tlsAdherence: LegacyAdheringComponentsOnly}");
        }
        await("any group again")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(OpenSsl.connectWithGroup(operator.metricsPort(), "X25519"))
                        .contains("TLS_AES"));
        assertThat(flags()).doesNotContain("--tls-curve-preferences");
    }

    private static String protocol(String... offered) throws IOException {
        try (TlsClient client = TlsClient.connect(operator.metricsPort(), offered)) {
            return client.protocol();
        }
    }

    private static String flags() {
        return String.valueOf(cluster.live(DEPLOYMENT).tree().get("spec"));
    }

    private static void profile(String spec) {
        cluster.apply(
                "{apiVersion: config.openshift.io/v1, kind: APIServer, metadata: {name: cluster}, spec: %s}", spec);
    }

    @Test
    void replacesSelfSignedCertificateByThatOfFolder() throws IOException {
        X509Certificate first = served();
        assertThat(first.getIssuerX500Principal()).isEqualTo(first.getSubjectX500Principal());

        for (String name : List.of("first", "second")) {
            Instant end = Instant.now().plus(Duration.ofDays(name.length()));
            SamplePair.ec(name, end).write(certificates);

            // a handshake that arrives while the certificate is replaced may fail; clients connect again
            await("the certificate " + name)
                    .atMost(PATIENCE)
                    .ignoreExceptionsMatching(IOException.class::isInstance)
                    .untilAsserted(
                            () -> assertThat(served().getSubjectX500Principal().getName())
                                    .isEqualTo("CN=" + name));
            assertThat(value(operator, "ccm_operator_serving_certificate_not_after_timestamp_seconds{origin=\"file\"}"))
                    .isEqualTo((double) end.getEpochSecond());
        }
    }

    private static X509Certificate served() throws IOException {
        try (TlsClient client = TlsClient.connect(operator.metricsPort(), "TLSv1.2", "TLSv1.3")) {
            return client.chain().get(0);
        }
    }
}
