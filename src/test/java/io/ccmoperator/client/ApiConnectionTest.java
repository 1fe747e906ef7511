/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cluster.InvalidInputException;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiConnectionTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final Clock CLOCK = Clock.systemUTC();
    private static final String GOOD = """
            current-context: a
            contexts: [{name: a, context: {cluster: c, user: u}}]
            clusters: [{name: c, cluster: {server: "https://api.test:6443"}}]
            users: [{name: u, user: {token: t}}]
            """;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("config");
    }

    @AfterAll
    static void close() throws Exception {
        Connections.close(VERTX);
    }

    private ApiEndpoint read(String kubeconfig) throws Exception {
        Files.writeString(file, kubeconfig);
        return KubeconfigEndpoint.read(file, new PemOptions(VERTX), CLOCK);
    }

    @Test
    void the_current_context_leads_to_the_server_and_the_token() throws Exception {
        ApiEndpoint endpoint = read(GOOD);

        assertThat(endpoint.server()).hasToString("https://api.test:6443/");
        assertThat(endpoint.credentials().authorization()).contains("Bearer t");
        assertThat(endpoint.trust()).isEmpty();
        assertThat(endpoint.anyServer()).isFalse();
    }

    @Test
    void a_token_may_stand_in_a_file_beside_the_kubeconfig() throws Exception {
        Files.writeString(folder.resolve("token"), "from-file\n");

        assertThat(read(GOOD.replace("token: t", "tokenFile: token"))
                        .credentials()
                        .authorization())
                .contains("Bearer from-file");
    }

    @Test
    void a_name_and_a_password_are_sent_as_basic_authentication() throws Exception {
        assertThat(read(GOOD.replace("token: t", "username: u, password: p"))
                        .credentials()
                        .authorization())
                .contains("Basic dTpw");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "current-context: a | current-context: b | contexts has no entry with the name 'b'; mend the current context",
                "current-context: a | x: a | current-context is missing; choose one by `kubectl config use-context`",
                "cluster: c, | cluster: d, | clusters has no entry with the name 'd'; mend the current context",
                "https:// | nowhere | the cluster's server is no URL; write https://host:port",
                "token: t | exec: {} | exec is not supported; use a token or a client certificate",
                "token: t | client-certificate-data: '*' | client-certificate-data is no base64",
                "token: t | client-certificate-data: eA== | client-key is missing beside client-certificate",
                "token: t | client-certificate-data: eA==, client-key-data: eA== | client-certificate and its key are no"
                        + " certificate and key in PEM; mend the file",
            })
    void what_is_wrong_with_a_kubeconfig_is_said(String good, String bad, String message) {
        assertThatThrownBy(() -> read(GOOD.replace(good, bad)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file + ": " + message);
    }

    @Test
    void a_file_that_is_no_yaml_is_named_with_the_place_but_without_its_content() {
        assertThatThrownBy(() -> read("users: [{user: {token: secret\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(file + ", line 2")
                .hasMessageEndingWith(": is no YAML; name a kubeconfig")
                .hasMessageNotContaining("secret");
    }

    @Test
    void a_file_that_is_not_there_is_named() {
        assertThatThrownBy(() -> ApiConnection.open(Optional.of(file), VERTX, CLOCK, (verb, code) -> {}))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file + ": there is no such file; name a kubeconfig by --kubeconfig or KUBECONFIG");
    }

    @Test
    void the_variable_names_the_file_where_the_flag_does_not() {
        assertThatThrownBy(() -> ApiConnection.open(
                        Optional.empty(),
                        Map.of("KUBECONFIG", file.toString())::get,
                        VERTX,
                        WatchPace.USUAL,
                        CLOCK,
                        (verb, code) -> {}))
                .hasMessageStartingWith(file + ": there is no such file");
    }

    @Test
    void without_a_file_and_outside_of_a_cluster_the_remedy_is_said() {
        assertThatThrownBy(() -> ApiConnection.open(
                        Optional.empty(), name -> null, VERTX, WatchPace.USUAL, CLOCK, (verb, code) -> {}))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("no API server is named, and this is no pod of a cluster; name a kubeconfig by"
                        + " --kubeconfig or KUBECONFIG");
    }

    @Test
    void a_pod_without_a_service_account_is_told_so() {
        Map<String, String> pod = Map.of("KUBERNETES_SERVICE_HOST", "fd00::1", "KUBERNETES_SERVICE_PORT", "443");

        assertThatThrownBy(() -> ServiceAccountEndpoint.read(folder, pod::get, new PemOptions(VERTX), CLOCK))
                .hasMessage(folder.resolve("ca.crt")
                        + ": cannot be read; let the pod mount its service account (automountServiceAccountToken)");
    }

    @Test
    void a_token_is_read_again_when_it_is_a_minute_old_and_when_it_was_refused() {
        AtomicInteger reads = new AtomicInteger();
        Instant[] now = {Instant.EPOCH};
        Clock clock = new Clock() {
            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now[0];
            }
        };
        Credentials credentials =
                new Credentials(() -> Optional.of("t" + reads.incrementAndGet()), Duration.ofMinutes(1), clock);

        assertThat(credentials.authorization()).contains("t1");
        now[0] = Instant.EPOCH.plusSeconds(61);
        assertThat(credentials.authorization()).contains("t2");
        assertThat(credentials.renewed()).isTrue();
        assertThat(credentials.authorization()).contains("t3");
    }

    @Test
    void a_token_that_cannot_be_read_again_is_used_on() {
        AtomicInteger reads = new AtomicInteger();
        Credentials credentials = new Credentials(
                () -> {
                    if (reads.incrementAndGet() > 1) {
                        throw new InvalidInputException("gone");
                    }
                    return Optional.of("t");
                },
                Duration.ofMinutes(1),
                CLOCK);

        assertThat(credentials.renewed()).isFalse();
        assertThat(credentials.authorization()).contains("t");
    }
}
