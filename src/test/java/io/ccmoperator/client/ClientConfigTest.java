// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.cluster.InvalidInputException;
import io.fabric8.kubernetes.client.Config;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientConfigTest {
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

    private Config read(String kubeconfig) throws Exception {
        Files.writeString(file, kubeconfig);
        return ClientConfig.read(Optional.of(file), name -> null, folder, ClientTimings.USUAL, CLOCK);
    }

    /** What the program does at its start, without a request. */
    private void open(String kubeconfig) throws Exception {
        Files.writeString(file, kubeconfig);
        Connections.open(file, VERTX).close();
    }

    @Test
    void findsServerAndTokenByTheCurrentContext() throws Exception {
        Config config = read(GOOD);

        assertThat(config.getMasterUrl()).isEqualTo("https://api.test:6443/");
        assertThat(config.getAutoOAuthToken()).isEqualTo("t");
        assertThat(config.isTrustCerts()).isFalse();
        open(GOOD);
    }

    @Test
    void findsTokenInFileBesideTheKubeconfig() throws Exception {
        Files.writeString(folder.resolve("token"), "from-file\n");

        assertThat(read(GOOD.replace("token: t", "tokenFile: token"))
                        .getOauthTokenProvider()
                        .getToken())
                .isEqualTo("from-file");
    }

    @Test
    void takesTokenThatProgramPrints() throws Exception {
        assertThat(read(GOOD.replace("token: t", ApiServer.execOf("printed"))).getAutoOAuthToken())
                .isEqualTo("printed");
    }

    @Test
    void prefersTokenToTokenFile() throws Exception {
        Config config = read(GOOD.replace("token: t", "token: t, tokenFile: missing"));

        assertThat(config.getOauthTokenProvider()).isNull();
        assertThat(config.getAutoOAuthToken()).isEqualTo("t");
    }

    @Test
    void takesNameAndPassword() throws Exception {
        Config config = read(GOOD.replace("token: t", "username: u, password: p"));

        assertThat(config.getUsername()).isEqualTo("u");
        assertThat(config.getPassword()).isEqualTo("p");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "current-context: a | current-context: b | contexts has no entry with the name 'b'; fix the current context",
                "current-context: a | x: a | current-context is missing; choose one with `kubectl config use-context`",
                "cluster: c, | cluster: d, | clusters has no entry with the name 'd'; fix the current context",
                "cluster: c, | '' | clusters has no entry with the name 'null'; fix the current context",
                "user: u} | user: v} | users has no entry with the name 'v'; fix the current context",
                "user: {token: t} | x: y | users has no entry with the name 'u'; fix the current context",
                "https://api.test:6443 | '' | the cluster's server is not a URL; write https://host:port",
                "server: | x: | the cluster's server is missing; write https://host:port",
                "https://api.test:6443 | https://a b | the cluster's server is not a URL; write https://host:port",
                "token: t | exec: {apiVersion: v} | exec has no command; name the program that prints the credentials",
                "token: t | exec: {apiVersion: v, command: /bin/false} | the program of exec, /bin/false, printed no"
                        + " ExecCredential of apiVersion v with a token or a certificate; run it to see why",
                "token: t | auth-provider: {name: oidc} | auth-provider is not supported; use a token or a client"
                        + " certificate",
                "6443\" | 6443\", proxy-url: \"http://p\" | proxy-url is not supported; name a cluster that is reached"
                        + " directly",
                "6443\" | 6443\", tls-server-name: x | tls-server-name is not supported; name a cluster that is reached"
                        + " directly",
                "token: t | token: \"a\\nb\" | token has a line break or another character that a header of HTTP cannot have;"
                        + " write the token alone, on one line",
                "token: t | as-groups: [g] | as is missing beside as-uid, as-groups or as-user-extra; name the user to act as",
                "token: t | as: \"a\\rb\" | as has a line break or another character that a header of HTTP cannot have;"
                        + " correct the name",
                "token: t | as: a, as-user-extra: {k: [\"x\\ny\"]} | as-user-extra has a line break or another character"
                        + " that a header of HTTP cannot have; correct the name",
                "token: t | client-certificate-data: eA== | client-key is missing beside client-certificate; add it",
                "token: t | client-key-data: eA== | client-certificate is missing beside client-key; add it",
                "contexts: [{name: a, context: {cluster: c, user: u}}] | contexts: secret | is not a valid kubeconfig:"
                        + " contexts has the wrong type; correct it, or name another file",
            })
    void rejectsInvalidKubeconfigWithTheReason(String good, String bad, String message) {
        assertThatThrownBy(() -> read(GOOD.replace(good, bad)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file + ": " + message);
    }

    @Test
    void rejectsTokenWithLineBreakWhereverItComesFrom() throws Exception {
        String reason = " has a line break or another character that a header of HTTP cannot have; ";
        Files.writeString(folder.resolve("token"), "hunter2\nhunter2\n");
        Files.writeString(folder.resolve("ca.crt"), "");

        assertThatThrownBy(() -> read(GOOD.replace("token: t", "tokenFile: token")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(folder.resolve("token") + ": the token" + reason + "write the token alone, on one line");
        assertThatThrownBy(() -> ClientConfig.read(Optional.empty(), pod()::get, folder, ClientTimings.USUAL, CLOCK))
                .hasMessage(folder.resolve("token") + ": the token" + reason + "write the token alone, on one line");
        assertThatThrownBy(() -> read(GOOD.replace("token: t", ApiServer.execOf("hunter2\\nhunter2"))))
                .hasMessage(
                        file + ": the token that the program of exec, echo, printed" + reason + "run it to see why");
    }

    @Test
    void sendsHeadersOfImpersonation() throws Exception {
        Config config = read(GOOD.replace(
                "token: t",
                "token: t, as: jane, as-uid: u-1, as-groups: [a, b], as-user-extra: {'example.com/ß%A': [x, y]}"));

        assertThat(config.getImpersonateUsername()).isEqualTo("jane");
        assertThat(config.getImpersonateGroups()).containsExactly("a", "b");
        assertThat(config.getCustomHeaders()).isEqualTo(Map.of("Impersonate-Uid", "u-1"));
        assertThat(config.getImpersonateExtras()).isEqualTo(Map.of("example.com%2F%C3%9F%25A", List.of("x", "y")));
    }

    @Test
    void rejectsTokenFileThatCannotBeRead() {
        assertThatThrownBy(() -> read(GOOD.replace("token: t", "tokenFile: missing")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file + ": tokenFile names " + folder.resolve("missing")
                        + ", which cannot be read; fix the name or the permissions");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "client-certificate-data: '*', client-key-data: eA== | the client certificate of the kubeconfig is"
                        + " invalid: ",
                "client-certificate-data: eA==, client-key-data: eA== | the client certificate of the kubeconfig is"
                        + " invalid: ",
                "client-certificate: missing, client-key: missing | the client certificate of the kubeconfig is"
                        + " invalid: ",
            })
    void rejectsInvalidClientCertificate(String user, String message) {
        assertThatThrownBy(() -> open(GOOD.replace("token: t", user)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "certificate-authority-data: '*'",
                "certificate-authority-data: eA==",
                "certificate-authority: missing"
            })
    void rejectsInvalidCertificateAuthority(String authority) {
        assertThatThrownBy(() -> open(GOOD.replace("6443\"", "6443\", " + authority)))
                .isInstanceOf(InvalidInputException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "- a\n", "secret"})
    void rejectsFileThatIsNotKubeconfig(String content) {
        assertThatThrownBy(() -> read(content))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file + ": is not a kubeconfig; name another file");
    }

    @Test
    void namesPlaceButNotContentOfFileThatIsNotYaml() {
        assertThatThrownBy(() -> read("users: [{user: {token: secret\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(file + ", line 1, column 16")
                .hasMessageEndingWith(": is not valid YAML; name a kubeconfig")
                .hasMessageNotContaining("secret");
    }

    @Test
    void namesFileThatDoesNotExist() {
        assertThatThrownBy(() -> ClientConfig.read(Optional.of(file), name -> null, folder, ClientTimings.USUAL, CLOCK))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file + ": file does not exist; name a kubeconfig with --kubeconfig or KUBECONFIG");
    }

    @Test
    void readsFileOfTheVariableWithoutFlag() {
        assertThatThrownBy(() -> ClientConfig.read(
                        Optional.empty(),
                        Map.of("KUBECONFIG", file.toString())::get,
                        folder,
                        ClientTimings.USUAL,
                        CLOCK))
                .hasMessageStartingWith(file + ": file does not exist");
    }

    @Test
    void namesRemedyWithoutFileOutsideOfCluster() {
        assertThatThrownBy(() -> ClientConfig.read(Optional.empty(), name -> null, folder, ClientTimings.USUAL, CLOCK))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("no kubeconfig given and not running in a cluster; name a kubeconfig with --kubeconfig or"
                        + " KUBECONFIG");
    }

    @Test
    void usesServiceAccountOfPod() throws Exception {
        Files.writeString(folder.resolve("ca.crt"), "");
        Files.writeString(folder.resolve("token"), "t");

        Config config = ClientConfig.read(Optional.empty(), pod()::get, folder, ClientTimings.USUAL, CLOCK);

        assertThat(config.getMasterUrl()).isEqualTo("https://[fd00::1]:443/");
        assertThat(config.getOauthTokenProvider().getToken()).isEqualTo("t");
        assertThat(config.getCaCertFile()).isEqualTo(folder.resolve("ca.crt").toString());
    }

    @Test
    void rejectsPodWithoutServiceAccount() {
        assertThatThrownBy(() -> ClientConfig.read(Optional.empty(), pod()::get, folder, ClientTimings.USUAL, CLOCK))
                .hasMessage(folder.resolve("ca.crt")
                        + ": cannot be read; let the pod mount its service account (automountServiceAccountToken)");
    }

    private static Map<String, String> pod() {
        return Map.of("KUBERNETES_SERVICE_HOST", "fd00::1", "KUBERNETES_SERVICE_PORT", "443");
    }
}
