// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.FreePort;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.faults.FaultyProxy;
import io.ccmoperator.monitoring.Prometheus;
import io.ccmoperator.monitoring.Scrape;
import io.ccmoperator.payload.PayloadFolder;
import io.ccmoperator.serving.access.ClientAuthority;
import io.ccmoperator.serving.access.ClientAuthority.Client;
import io.ccmoperator.serving.tls.TlsClient;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who gets the metrics of the packaged program with a client certificate, and what changes that. */
@RequiresApiServer
@Tag("packaged")
class ClientCertificatesIT {
    private static final String PROMETHEUS = "system:serviceaccount:openshift-monitoring:prometheus-k8s";
    private static final KubernetesObject AUTHORITIES =
            key("v1", "ConfigMap", "kube-system", "extension-apiserver-authentication");
    private static final ClientAuthority TRUSTED = ClientAuthority.create("kube-csr-signer");
    private static final Client READER = TRUSTED.client(PROMETHEUS);

    @TempDir
    static Path folder;

    private static OpenShiftCluster cluster;
    private static OperatorAccount account;
    private static FaultyProxy proxy;
    private static OperatorUnderTest operator;
    private static String reader;

    @BeforeAll
    static void start(@TempDir Path data) throws IOException {
        cluster = OpenShiftCluster.start(data);
        cluster.platform(Platform.AWS);
        account = OperatorAccount.of(cluster);
        reader = MetricsReader.token(cluster, "default", "reader");
        proxy = FaultyProxy.before(cluster.server());
        Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-5"));
        operator = startOperator();
        operator.awaitReady();
    }

    @AfterAll
    static void stop() {
        if (operator != null) {
            operator.close();
        }
        if (proxy != null) {
            proxy.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    @BeforeEach
    void trust() {
        publish(TRUSTED.pem());
        awaitStatus(200, READER);
    }

    private static OperatorUnderTest startOperator() {
        return OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                List.of("*"),
                "--kubeconfig=" + proxy.kubeconfig(account.token()),
                Images.of(folder, "1").flag(),
                "--system-trust-bundle=" + folder.resolve("system.pem"));
    }

    private static void publish(String bundle) {
        KubernetesObject configMap = AUTHORITIES.copy();
        configMap.tree().put("data", Map.of("client-ca-file", bundle));
        cluster.apply(configMap);
    }

    private static HttpResponse<String> ask(Client client, String... headers) {
        return Scrape.ask(operator.metricsPort(), client.context(), headers);
    }

    private static int status(Client client, String... headers) {
        return ask(client, headers).statusCode();
    }

    private static void awaitStatus(int status, Client client) {
        await("status " + status).atMost(PATIENCE).until(() -> status(client) == status);
    }

    private static String[] bearer(String token) {
        return new String[] {"Authorization", "Bearer " + token};
    }

    @Test
    void servesPrometheusWithoutTokenWhileApiServerIsUnreachable() {
        assertThat(ask(READER).body()).contains("ccm_operator_info{");
        proxy.refuse();
        try {
            // A token that is not in the cache shows that the API server cannot be asked.
            assertThat(Scrape.ask(operator.metricsPort(), bearer("unknown")).statusCode())
                    .isEqualTo(503);
            assertThat(status(READER)).isEqualTo(200);
            assertThat(status(TRUSTED.client("system:admin"))).isEqualTo(403);
        } finally {
            proxy.accept();
        }
    }

    /** A client written in Go, with its own view of what a server requests in the handshake. */
    @Test
    void letsRealPrometheusScrapeWithCertificateAlone(@TempDir Path data) {
        try (Prometheus prometheus = Prometheus.start(data, FreePort.next(), operator.metricsPort(), READER)) {
            await("a scrape")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(prometheus.query("ccm_operator_leader"))
                            .as(prometheus.scrapeFault())
                            .isNotEmpty());
        }
    }

    @Test
    void rejectsCertificateOfOtherUserEvenWithToken() {
        HttpResponse<String> answer = ask(TRUSTED.client("system:admin"), bearer(reader));

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body())
                .isEqualTo(
                        "user \"system:admin\" may not read the metrics with a client certificate; send a bearer token"
                                + " and no certificate\n");
    }

    @Test
    void decidesByTokenWhenCertificateProvesNothing() {
        Client foreign = ClientAuthority.create("kube-csr-signer").client(PROMETHEUS);
        Client expired = TRUSTED.client(PROMETHEUS, Instant.now().minusSeconds(60));

        for (Client client : List.of(foreign, expired)) {
            HttpResponse<String> answer = ask(client);
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.body())
                    .startsWith("the client certificate is not signed by an authority of ConfigMap"
                            + " kube-system/extension-apiserver-authentication, has expired or is not for clients; ");
            assertThat(status(client, bearer("wrong"))).isEqualTo(401);
            assertThat(status(client, bearer(reader))).isEqualTo(200);
        }
    }

    @Test
    void followsReplacedAuthorityWithoutRestart() {
        ClientAuthority next = ClientAuthority.create("kube-csr-signer");
        Client renewed = next.client(PROMETHEUS);
        assertThat(status(renewed)).isEqualTo(401);

        publish(TRUSTED.pem() + next.pem());
        awaitStatus(200, renewed);
        assertThat(status(READER)).isEqualTo(200);

        publish(next.pem());
        awaitStatus(401, READER);
        assertThat(status(renewed)).isEqualTo(200);
    }

    @Test
    void keepsValidBundleWhenNewOneIsInvalid() {
        publish("-----BEGIN CERTIFICATE-----\n");
        operator.awaitLog(
                "ConfigMap kube-system/extension-apiserver-authentication, data[client-ca-file]: is not a bundle");

        assertThat(status(READER)).isEqualTo(200);
    }

    @Test
    void acceptsOnlyTokensWithoutPublishedAuthority() {
        cluster.delete(AUTHORITIES);

        awaitStatus(401, READER);
        assertThat(status(READER, bearer(reader))).isEqualTo(200);
        assertThat(operator.health("/readyz")).isEqualTo(200);
    }

    @Test
    void startsAndAcceptsTokensWithoutPermissionToReadAuthorities() {
        List<KubernetesObject> bindings = PayloadFolder.ofKind("RoleBinding").stream()
                .filter(binding -> binding.fields()
                                .string("roleRef", "name")
                                .equals("extension-apiserver-authentication-reader")
                        && binding.fields().maps("subjects").get(0).get("name").equals(OperatorAccount.NAME))
                .toList();
        assertThat(bindings).hasSize(1);
        cluster.delete(bindings.get(0));
        OperatorUnderTest usual = operator;
        try (OperatorUnderTest other = startOperator()) {
            operator = other;
            other.awaitReady();

            assertThat(ask(READER).body())
                    .contains("the authorities for client certificates are not known yet; try again later");
            assertThat(status(READER, bearer(reader))).isEqualTo(200);

            cluster.apply(bindings.get(0));
            awaitStatus(200, READER);
        } finally {
            operator = usual;
            cluster.apply(bindings.get(0));
        }
    }

    @Test
    void acceptsCertificateOverEachVersionOfTls() throws IOException {
        for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
            try (TlsClient client = TlsClient.connect(operator.metricsPort(), READER.context(), protocol)) {
                assertThat(client.protocol()).isEqualTo(protocol);
                assertThat(client.get("/metrics")).startsWith("HTTP/1.1 200 ");
            }
        }
    }
}
