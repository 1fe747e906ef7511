/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.accepted;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.monitoring.Scrape;
import io.ccmoperator.serving.connections.LimitedTransport;
import io.ccmoperator.serving.connections.SilentConnections;
import io.ccmoperator.serving.tls.SamplePair;
import io.ccmoperator.serving.tls.TlsClient;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who gets the metrics of the packaged program, over which TLS, and what changes them. */
@RequiresApiServer
class MetricsIT {
    private static final KubernetesObject DEPLOYMENT = key("apps/v1", "Deployment", "aws-cloud-controller-manager");
    private static final String EXPIRING = "ccm_operator_trusted_ca_certificates{source=\"proxy\",state=\"expiring\"}";

    @TempDir
    static Path folder;

    private static OpenShiftCluster cluster;
    private static OperatorUnderTest operator;
    private static Path certificates;
    private static String reader;

    @BeforeAll
    static void start(@TempDir Path data) throws IOException {
        cluster = OpenShiftCluster.start(data);
        cluster.platform(Platform.AWS);
        certificates = Files.createDirectory(folder.resolve("certificates"));
        reader = tokenOf("reader");
        cluster.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: reads-metrics}
                rules: [{nonResourceURLs: [/metrics], verbs: [get]}]
                """);
        cluster.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: reads-metrics}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reads-metrics}
                subjects: [{kind: ServiceAccount, namespace: default, name: reader}]
                """);
        operator = startOperator(Account.FIRST);
        cluster.awaitAvailable();
        await("the metrics").atMost(PATIENCE).until(() -> status(bearer(reader)) == 200);
    }

    @AfterAll
    static void stop() {
        if (operator != null) {
            operator.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    private static OperatorUnderTest startOperator(Account account) {
        return OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                List.of("*"),
                cluster.kubeconfig(account),
                Images.of(folder, "1").flag(),
                "--system-trust-bundle=" + systemBundle(),
                "--metrics-cert-dir=" + certificates);
    }

    private static Path systemBundle() {
        try {
            return Files.writeString(
                    folder.resolve("system.pem"), SamplePair.rsa("system").certificatesPem());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String tokenOf(String account) {
        cluster.apply("{apiVersion: v1, kind: ServiceAccount, metadata: {namespace: default, name: %s}}", account);
        return accepted(cluster.admin().token("default", account))
                .object()
                .fields()
                .string("status", "token");
    }

    private static String[] bearer(String token) {
        return new String[] {"Authorization", "Bearer " + token};
    }

    private static int status(String... headers) {
        return Scrape.ask(operator.metricsPort(), headers).statusCode();
    }

    /** NaN where there is no such sample. */
    private static double value(OperatorUnderTest process, String sample) {
        return Scrape.of(process.metricsPort(), reader).value(sample);
    }

    /** A process in which something has not happened yet may have no sample of it. */
    private static double count(String sample) {
        double value = value(operator, sample);
        return Double.isNaN(value) ? 0 : value;
    }

    private static void awaitMore(String sample, double than) {
        await(sample + " above " + than).atMost(PATIENCE).until(() -> value(operator, sample) > than);
    }

    @Test
    void servesOthersWhileClientOpensConnectionsWithoutEnd() throws IOException {
        double before = value(operator, "process_open_fds");

        try (SilentConnections flood = new SilentConnections(operator.metricsPort())) {
            flood.open(1_000);
            assertThat(status(bearer(reader))).isEqualTo(200);
            // As many again may be in the middle of closing.
            assertThat(value(operator, "process_open_fds"))
                    .isLessThan(before + 2 * LimitedTransport.MAX_CONNECTIONS + 10);
        }

        assertThat(status(bearer(reader))).isEqualTo(200);
        assertThat(operator.log()).containsOnlyOnce("connections are open, closing the oldest");
        assertThat(operator.health("/healthz")).isEqualTo(200);
    }

    @Test
    void servesMetricsOnlyToAllowedUsers() {
        assertThat(status()).isEqualTo(401);
        assertThat(status(bearer("wrong"))).isEqualTo(401);
        assertThat(status(bearer(tokenOf("stranger")))).isEqualTo(403);
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
        try (TlsClient client = TlsClient.connect(operator.metricsPort(), "TLSv1.3")) {
            for (String path : List.of("/", "/q/metrics", "/q/health", "/metrics/", "/healthz", "/readyz")) {
                assertThat(client.get(path, "Authorization: Bearer " + reader)).startsWith("HTTP/1.1 404 ");
            }
            // What a browser asks before a page of another site may read.
            assertThat(client.send("OPTIONS", "/metrics", "Origin: https://a", "Access-Control-Request-Method: GET"))
                    .startsWith("HTTP/1.1 405 ");
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

    @Test
    void countsWritesRequestsAndCorrections() {
        String corrections = "ccm_operator_drift_corrections_total{kind=\"Deployment\"}";
        String writes = "ccm_operator_resource_writes_total{action=\"create\",kind=\"Deployment\"}";
        String requests = "ccm_operator_api_requests_total{code=\"201\",verb=\"create\"}";
        double corrected = count(corrections);
        double written = count(writes);
        double requested = count(requests);

        cluster.delete(DEPLOYMENT);

        awaitMore(corrections, corrected);
        awaitMore(writes, written);
        awaitMore(requests, requested);
        cluster.awaitAvailable();
    }

    @Test
    void countsAuthoritiesThatExpireSoon() {
        assertThat(value(operator, EXPIRING)).isNotEqualTo(1);
        cluster.apply(new KubernetesObject(Map.of(
                "apiVersion",
                "v1",
                "kind",
                "ConfigMap",
                "metadata",
                Map.of("namespace", "openshift-config", "name", "user-ca-bundle"),
                "data",
                Map.of(
                        "ca-bundle.crt",
                        SamplePair.ec("ages", Instant.now().plus(Duration.ofDays(10)))
                                .certificatesPem()))));
        cluster.apply("{apiVersion: config.openshift.io/v1, kind: Proxy, metadata: {name: cluster},"
                + " spec: {trustedCA: {name: user-ca-bundle}}}");

        awaitMore(EXPIRING, 0);
    }

    @Test
    void reportsWaitingForLeaseAndLeading() {
        assertThat(value(operator, "ccm_operator_leader")).isEqualTo(1);
        OperatorUnderTest second = startOperator(Account.SECOND);
        OperatorUnderTest first = operator;
        // Closed at the end, as the other tests' operator from now on.
        operator = second;
        await("the metrics of the other")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> value(second, "ccm_operator_leader") == 0);

        first.terminate();
        first.exitCode();
        first.close();

        await("the other to lead").atMost(PATIENCE).until(() -> value(second, "ccm_operator_leader") == 1);
    }

    @Test
    void countsFailureAndShowsItByCondition() throws IOException {
        String failures = "ccm_operator_reconciliations_total{controller=\"ccm\",result=\"terminal_failure\"}";
        String degraded = "ccm_operator_condition{reason=\"SyncingFailed\",status=\"True\",type=\"Degraded\"}";
        double failed = count(failures);

        Files.writeString(folder.resolve("images.json"), "{}");

        awaitMore(failures, failed);
        awaitMore(degraded, 0);
        Images.of(folder, "1");
        cluster.awaitAvailable();
        await("well again").atMost(PATIENCE).until(() -> Double.isNaN(value(operator, degraded)));
    }
}
