// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.faults.ServerIdentity;
import io.ccmoperator.kubeconfig.KubeconfigFlags;
import io.ccmoperator.kubeconfig.ProxyServer;
import io.ccmoperator.status.SteppedClock;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.X509KeyManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The API server and the credentials that kubeconfigs name; what kubectl 1.36 makes of them is shown by KubeconfigsIT. */
class ServerAccessTest {
    private static final String GOOD = """
            current-context: a
            contexts: [{name: a, context: {cluster: c, user: u}}]
            clusters: [{name: c, cluster: {server: "https://api.test:6443"}}]
            users: [{name: u, user: {token: t}}]
            """;

    private final SteppedClock clock = new SteppedClock();
    private final Map<String, String> environment = new HashMap<>();

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("config");
    }

    private ServerAccess read(String kubeconfig) throws IOException {
        return read(KubeconfigFlags.of(Files.writeString(file, kubeconfig)));
    }

    private ServerAccess read(KubeconfigFlags flags) {
        return ServerAccess.read(flags, environment::get, folder, clock);
    }

    private static String authorization(ServerAccess access) {
        return access.authorization().orElse("");
    }

    @Test
    void findsServerAndTokenByTheCurrentContext() throws Exception {
        ServerAccess access = read(GOOD);

        assertThat(access.address().server()).hasToString("https://api.test:6443");
        assertThat(access.address().insecure()).isFalse();
        assertThat(authorization(access)).isEqualTo("Bearer t");
    }

    @Test
    void findsTokenInFileBesideTheKubeconfigAndFollowsIt() throws Exception {
        Files.writeString(folder.resolve("token"), "from-file\n");
        ServerAccess access = read(GOOD.replace("token: t", "tokenFile: token"));
        assertThat(authorization(access)).isEqualTo("Bearer from-file");

        Files.writeString(folder.resolve("token"), "next\n");
        clock.advanceSeconds(2);

        assertThat(authorization(access)).isEqualTo("Bearer next");
    }

    @Test
    void takesTokenOfFileBeforeTokenAsLongAsThereIsOne() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "from-file\n");
        ServerAccess access = read(GOOD.replace("token: t", "token: t, tokenFile: token"));
        assertThat(authorization(access)).isEqualTo("Bearer from-file");

        Files.delete(token);
        assertThat(authorization(read(GOOD.replace("token: t", "token: t, tokenFile: token"))))
                .isEqualTo("Bearer t");
    }

    @Test
    void followsTokenInTheKubeconfig() throws Exception {
        ServerAccess access = read(GOOD);
        Files.writeString(file, GOOD.replace("token: t", "token: next"));

        assertThat(access.renew()).isCompletedWithValue(true);
        assertThat(authorization(access)).isEqualTo("Bearer next");
        assertThat(access.renew()).isCompletedWithValue(false);
    }

    @ParameterizedTest
    @CsvSource({
        "https://api.test:6443, https://other.test:6443",
        "'server:', 'proxy-url: http://proxy.test:3128, server:'"
    })
    void keepsCredentialsWhereTheKubeconfigComesToNameAnotherServer(String before, String after) throws Exception {
        ServerAccess access = read(GOOD);
        Files.writeString(
                file, GOOD.replace("token: t", "token: of-other-server").replace(before, after));

        assertThat(access.renew()).isCompletedWithValue(false);
        assertThat(authorization(access)).isEqualTo("Bearer t");
    }

    @Test
    void readsPipeOnceAndFollowsTheFilesThatItNames() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "from-file");
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Process writer = new ProcessBuilder("tee", pipe.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (Writer content = writer.outputWriter()) {
            content.write(GOOD.replace("token: t", "tokenFile: " + token));
        }

        ServerAccess access = assertTimeoutPreemptively(Duration.ofSeconds(10), () -> read(KubeconfigFlags.of(pipe)));

        assertThat(authorization(access)).isEqualTo("Bearer from-file");
        Files.writeString(token, "next");
        clock.advanceSeconds(2);
        assertThat(authorization(access)).isEqualTo("Bearer next");
        assertThat(writer.waitFor()).isZero();
    }

    @Test
    void takesTokenThatProgramPrints() throws Exception {
        assertThat(authorization(read(GOOD.replace("token: t", ApiServer.execOf("printed")))))
                .isEqualTo("Bearer printed");
    }

    @Test
    void runsProgramAgainWhenServerRefusesItsToken() throws Exception {
        Path printed = Files.writeString(folder.resolve("printed"), credential("first"));
        ServerAccess access = read(GOOD.replace("token: t", exec("command: cat, args: [" + printed + "]")));
        assertThat(authorization(access)).isEqualTo("Bearer first");
        Files.writeString(printed, credential("second"));
        assertThat(authorization(access)).isEqualTo("Bearer first");

        assertThat(access.renew()).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(true);

        assertThat(authorization(access)).isEqualTo("Bearer second");
        assertThat(access.renew()).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(false);
    }

    @Test
    void runsProgramAgainWhenItsTokenHasExpired() throws Exception {
        String expiring =
                credential("first", ", expirationTimestamp: '" + clock.instant().plusSeconds(60) + "'");
        Path printed = Files.writeString(folder.resolve("printed"), expiring);
        ServerAccess access = read(GOOD.replace("token: t", exec("command: cat, args: [" + printed + "]")));
        Files.writeString(printed, credential("second"));
        assertThat(authorization(access)).isEqualTo("Bearer first");

        clock.advanceSeconds(61);

        await().until(() -> authorization(access).equals("Bearer second"));
    }

    @Test
    void sendsNoCredentialsWithoutUser() throws Exception {
        assertThat(read(GOOD.replace(", user: u}", "}")).authorization()).isEmpty();
    }

    @Test
    void followsClientCertificateOnceCertificateAndKeyBelongTogether() throws Exception {
        ServerIdentity first = ServerIdentity.create(folder, "first");
        ServerIdentity second = ServerIdentity.create(folder, "second");
        Path certificate = Files.copy(first.certificate(), folder.resolve("tls.crt"));
        Path key = Files.copy(first.key(), folder.resolve("tls.key"));
        ServerAccess access = read(GOOD.replace("token: t", "client-certificate: tls.crt, client-key: tls.key"));
        X509KeyManager shown = access.keys().orElseThrow();

        Files.copy(second.certificate(), certificate, StandardCopyOption.REPLACE_EXISTING);
        clock.advanceSeconds(2);
        assertThat(access.keys()).containsSame(shown);
        Files.copy(second.key(), key, StandardCopyOption.REPLACE_EXISTING);
        clock.advanceSeconds(2);

        assertThat(access.keys()).isPresent().get().isNotSameAs(shown);
    }

    @Test
    void mergesFilesOfTheVariableOfWhichTheFirstValueCounts() throws Exception {
        Files.createDirectories(folder.resolve("b"));
        Path first = Files.writeString(folder.resolve("a"), """
                contexts: [{name: a, context: {cluster: c, user: u}}]
                users: [{name: u, user: {tokenFile: token}}]
                """);
        Path second = Files.writeString(folder.resolve("b/config"), GOOD);
        Files.writeString(folder.resolve("token"), "of-first");
        Files.writeString(folder.resolve("b/token"), "of-second");
        environment.put("KUBECONFIG", folder.resolve("missing") + ":" + first + "::" + second);

        ServerAccess access = read(KubeconfigFlags.NONE);

        assertThat(access.address().server()).hasToString("https://api.test:6443");
        assertThat(authorization(access)).isEqualTo("Bearer of-first");
    }

    @Test
    void takesFileInHomeFolderWithoutFlagAndVariable() throws Exception {
        Files.createDirectories(folder.resolve(".kube"));
        Files.writeString(folder.resolve(".kube/config"), GOOD);
        environment.put("HOME", folder.toString());
        environment.put("KUBECONFIG", "");

        assertThat(authorization(read(KubeconfigFlags.NONE))).isEqualTo("Bearer t");
    }

    @Test
    void takesContextClusterAndUserOfFlags() throws Exception {
        Files.writeString(file, """
                current-context: a
                contexts: [{name: a, context: {cluster: c, user: u}}, {name: b, context: {cluster: d, user: v}}]
                clusters: [{name: c, cluster: {server: "https://c"}}, {name: d, cluster: {server: "https://d"}}]
                users: [{name: u, user: {token: u}}, {name: v, user: {token: v}}]
                """);

        ServerAccess context = read(flags("b", null, null));
        ServerAccess cluster = read(flags(null, "d", null));
        ServerAccess user = read(flags(null, null, "v"));

        assertThat(context.address().server() + authorization(context)).isEqualTo("https://dBearer v");
        assertThat(cluster.address().server() + authorization(cluster)).isEqualTo("https://dBearer u");
        assertThat(user.address().server() + authorization(user)).isEqualTo("https://cBearer v");
    }

    private KubeconfigFlags flags(String context, String cluster, String user) {
        return new KubeconfigFlags(
                Optional.of(file),
                Optional.ofNullable(context),
                Optional.ofNullable(cluster),
                Optional.ofNullable(user));
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1:6443, false, http://10.0.0.1:6443",
        "10.0.0.1:6443, true, http://10.0.0.1:6443",
        "https://[fd00::1]:6443, false, https://[fd00::1]:6443",
        "https://rancher.test/k8s/clusters/c-1, false, https://rancher.test/k8s/clusters/c-1",
    })
    void takesServerWithoutSchemeAsClientGoDoes(String server, boolean insecure, String url) throws Exception {
        ServerAccess access = read(
                GOOD.replace("\"https://api.test:6443\"", "\"" + server + "\", insecure-skip-tls-verify: " + insecure));

        assertThat(access.address().server()).hasToString(url);
        assertThat(access.address().insecure()).isEqualTo(insecure);
    }

    @Test
    void showsNoCredentialsToServerWithoutTls() throws Exception {
        assertThat(read(GOOD.replace("https:", "http:")).authorization()).isEmpty();
    }

    @Test
    void takesProxyOfTheClusterBeforeThatOfTheEnvironment() throws Exception {
        environment.put("HTTPS_PROXY", "http://user:p%40ss@proxy.test:3128");

        assertThat(read(GOOD).address().proxy())
                .contains(new ProxyServer(
                        false, "proxy.test", 3128, "user", "p@ss", "http://user:p%40ss@proxy.test:3128"));
        assertThat(read(GOOD.replace("6443\"", "6443\", proxy-url: \"socks5://other.test\""))
                        .address()
                        .proxy())
                .contains(new ProxyServer(true, "other.test", 1080, "", "", "socks5://other.test"));
        environment.put("NO_PROXY", "a.test, .test");
        assertThat(read(GOOD).address().proxy()).isEmpty();
    }

    @Test
    void takesNameOfTlsServer() throws Exception {
        assertThat(read(GOOD.replace("6443\"", "6443\", tls-server-name: kubernetes"))
                        .address()
                        .tlsServerName())
                .contains("kubernetes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "current-context: a | current-context: b | contexts has no entry with the name 'b'; name another one with"
                        + " --context, or correct the context",
                "current-context: a | x: a | current-context is missing; choose one with `kubectl config use-context` or"
                        + " --context",
                "cluster: c, | cluster: d, | clusters has no entry with the name 'd'; name another one with --cluster, or"
                        + " correct the context",
                "user: u} | user: v} | users has no entry with the name 'v'; name another one with --user, or correct the"
                        + " context",
                "contexts: [{name: a, context: {cluster: c, user: u}}] | contexts: secret | is not a valid kubeconfig:"
                        + " contexts has the wrong type; correct it, or name another file",
                "https://api.test:6443 | '' | cluster c: the cluster's server is missing; write https://host:port",
                "https://api.test:6443 | https://a b | cluster c: the cluster's server is not a URL; write https://host:port",
                "6443\" | 6443\", proxy-url: \"ftp://p\" | cluster c: proxy-url is no URL of an http or socks5 proxy; write"
                        + " http://host:port or socks5://host:port, with special characters of a password percent-encoded",
                "6443\" | 6443\", certificate-authority: x, certificate-authority-data: eA== | cluster c: both"
                        + " certificate-authority and certificate-authority-data are set; remove one of them",
                "6443\" | 6443\", certificate-authority-data: eA==, insecure-skip-tls-verify: true | cluster c:"
                        + " certificate-authority has no effect beside insecure-skip-tls-verify; remove one of them",
                "token: t | auth-provider: {name: oidc} | user u: auth-provider is not supported; use a token, a client certificate, or exec with a program such as kubelogin",
                "token: t | token: \"a\\nb\" | user u: token has a line break or another character that a header of HTTP"
                        + " cannot have; write the token alone, on one line",
                "token: t | token: t, username: a | user u: username and password are not supported, nor by an API server since 1.19; use a token, a client certificate or exec",
                "token: t | as-groups: [g] | user u: as is missing beside as-uid, as-groups or as-user-extra; name the user to"
                        + " act as",
                "token: t | client-certificate-data: eA== | user u: client-key is missing beside client-certificate; add it",
                "token: t | client-key-data: eA== | user u: client-certificate is missing beside client-key; add it",
                "token: t | client-certificate-data: '*', client-key-data: eA== | user u: client-certificate-data is not base64;"
                        + " encode the PEM with base64",
            })
    void rejectsInvalidKubeconfigWithTheReason(String good, String bad, String message) {
        assertThatThrownBy(() -> read(GOOD.replace(good, bad)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file + ": " + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "apiVersion: client.authentication.k8s.io/v1 | exec has no command; name the program that prints the"
                        + " credentials",
                "command: cat | apiVersion of exec is ''; write client.authentication.k8s.io/v1 or"
                        + " client.authentication.k8s.io/v1beta1, whichever the program prints",
                "command: cat, apiVersion: client.authentication.k8s.io/v1 | interactiveMode of exec is missing; write Never,"
                        + " IfAvailable or Always",
            })
    void rejectsIncompleteExec(String exec, String message) {
        assertThatThrownBy(() -> read(GOOD.replace("token: t", "exec: {" + exec + "}")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file + ": user u: " + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "command: /bin/false | /bin/false, ended with exit code 1; what it printed before says why",
                "command: no-such-plugin, installHint: 'see https://plugin.test' | no-such-plugin, cannot be started; install"
                        + " it, or correct command: see https://plugin.test",
                "command: echo | echo, printed no ExecCredential; run it to see what it prints",
                "command: echo, args: ['{hunter2'] | echo, printed what is not JSON; run it to see what it prints",
                "command: echo, args: ['{kind: ExecCredential, apiVersion: x}'] | echo, printed an ExecCredential of apiVersion"
                        + " 'x'; write that in place of client.authentication.k8s.io/v1",
                "command: echo, args: ['{kind: ExecCredential, apiVersion: client.authentication.k8s.io/v1}'] | echo, printed"
                        + " neither a token nor a client certificate; run it to see why",
            })
    void saysWhatIsWrongWithProgram(String exec, String message) {
        assertThatThrownBy(() -> read(GOOD.replace("token: t", exec(exec))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file + ": user u: the program of exec, " + message);
    }

    @Test
    void tellsProgramOfTheClusterThatItAsksFor() throws Exception {
        Path seen = folder.resolve("seen");
        Path program = Files.writeString(folder.resolve("plugin"), """
                #!/bin/sh
                printf %%s "$KUBERNETES_EXEC_INFO" > %s
                echo '%s'
                """.formatted(seen, credential("t")));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        String cluster = GOOD.replace(
                "6443\"",
                "6443\", tls-server-name: k, extensions: [{name: client.authentication.k8s.io/exec, extension: {a: 1}}]");

        read(cluster.replace("token: t", exec("command: ./plugin, provideClusterInfo: true")));
        assertThat(seen).hasContent("""
                {"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","spec":{"cluster":{"server":\
                "https://api.test:6443","tls-server-name":"k","config":{"a":1}},"interactive":false}}""");

        read(cluster.replace("token: t", exec("command: ./plugin")));
        assertThat(seen).hasContent("""
                {"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","spec":{"interactive":false}}""");
    }

    private static String exec(String members) {
        return "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, " + members + "}";
    }

    private static String credential(String token) {
        return credential(token, "");
    }

    private static String credential(String token, String more) {
        return "{kind: ExecCredential, apiVersion: client.authentication.k8s.io/v1, status: {token: %s%s}}"
                .formatted(token, more);
    }

    @Test
    void rejectsTokenWithLineBreakWhereverItComesFrom() throws Exception {
        String reason = " has a line break or another character that a header of HTTP cannot have; ";
        Files.writeString(folder.resolve("token"), "hunter2\nhunter2\n");
        Files.writeString(
                folder.resolve("ca.crt"),
                Files.readString(ServerIdentity.create(folder, "ca").certificate()));

        assertThatThrownBy(() -> read(GOOD.replace("token: t", "tokenFile: token")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(folder.resolve("token") + ": the token" + reason + "write the token alone, on one line");
        pod();
        assertThatThrownBy(() -> read(KubeconfigFlags.NONE))
                .hasMessage(folder.resolve("token") + ": the token" + reason + "write the token alone, on one line");
        assertThatThrownBy(() -> read(GOOD.replace("token: t", ApiServer.execOf("hunter2\\nhunter2"))))
                .hasMessage(file + ": user u: the token that the program of exec, echo, printed" + reason
                        + "run it to see why");
    }

    @Test
    void sendsHeadersOfImpersonation() throws Exception {
        Config config = KubernetesClientFactory.configuration(
                read(GOOD.replace(
                                "token: t",
                                "token: t, as: jane, as-uid: u-1, as-groups: [a, b], as-user-extra: {'example.com/ß%A': [x, y]}"))
                        .address(),
                ClientTimings.USUAL);

        assertThat(config.getImpersonateUsername()).isEqualTo("jane");
        assertThat(config.getImpersonateGroups()).containsExactly("a", "b");
        assertThat(config.getCustomHeaders()).isEqualTo(Map.of("Impersonate-Uid", "u-1"));
        assertThat(config.getImpersonateExtras()).isEqualTo(Map.of("example.com%2F%C3%9F%25A", List.of("x", "y")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "as: \"a\\rb\" | as",
                "as: a, as-groups: [\"x\\ny\"] | as-groups",
                "as: a, as-user-extra: {k: [\"x\\ny\"]} | as-user-extra",
            })
    void rejectsUserThatHeaderCannotHave(String user, String field) throws Exception {
        ServerAccess access = read(GOOD.replace("token: t", user));

        assertThatThrownBy(() -> KubernetesClientFactory.configuration(access.address(), ClientTimings.USUAL))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file + ": user u: " + field
                        + " has a line break or another character that a header of HTTP cannot have; correct the name");
    }

    @ParameterizedTest
    @CsvSource({
        "token: t, tokenFile: missing, user u: tokenFile",
        "token: t, 'client-certificate: missing, client-key: missing', user u: client-certificate",
        "'6443\"', '6443\", certificate-authority: missing', cluster c: certificate-authority",
    })
    void namesFileThatEntryNamesAndIsMissing(String good, String bad, String place) {
        assertThatThrownBy(() -> read(GOOD.replace(good, bad)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("%s: %s names %s, which cannot be read; correct the name or the permissions"
                        .formatted(file, place, folder.resolve("missing")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"certificate-authority-data: '*'", "certificate-authority-data: eA=="})
    void rejectsInvalidCertificateAuthority(String authority) {
        assertThatThrownBy(() -> read(GOOD.replace("6443\"", "6443\", " + authority)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(file + ": cluster c: certificate-authority");
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
                .hasMessageEndingWith(
                        ": is not valid YAML, or has a key twice or a tab between words; correct it, or name another file")
                .hasMessageNotContaining("secret");
    }

    @Test
    void namesFileThatDoesNotExist() {
        assertThatThrownBy(() -> read(KubeconfigFlags.of(file)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file + ": file does not exist; name a kubeconfig with --kubeconfig or KUBECONFIG");
    }

    @Test
    void namesFilesThatWereLookedForOutsideOfPod() {
        environment.put("HOME", folder.toString());
        assertThatThrownBy(() -> read(KubeconfigFlags.NONE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(folder.resolve(".kube/config") + ": file does not exist, and this is no Pod; name a"
                        + " kubeconfig with --kubeconfig or KUBECONFIG");

        environment.put("KUBECONFIG", file + ":" + folder.resolve("other"));
        assertThatThrownBy(() -> read(KubeconfigFlags.NONE))
                .hasMessageStartingWith(file + ", " + folder.resolve("other") + ": file does not exist");
    }

    @Test
    void usesServiceAccountOfPod() throws Exception {
        Files.copy(ServerIdentity.create(folder, "server").certificate(), folder.resolve("ca.crt"));
        Files.writeString(folder.resolve("token"), "t");
        pod();
        environment.put("HTTPS_PROXY", "http://proxy.test:3128");

        ServerAccess access = read(KubeconfigFlags.NONE);

        assertThat(access.address().server()).hasToString("https://[fd00::1]:443");
        assertThat(access.address().proxy()).isEmpty();
        assertThat(authorization(access)).isEqualTo("Bearer t");
        assertThat(access.trust()).isPresent();
    }

    @Test
    void rejectsPodWithoutServiceAccount() {
        pod();

        assertThatThrownBy(() -> read(KubeconfigFlags.NONE))
                .hasMessage(folder.resolve("ca.crt")
                        + ": cannot be read; let the pod mount its service account (automountServiceAccountToken)");
    }

    private void pod() {
        environment.putAll(Map.of("KUBERNETES_SERVICE_HOST", "fd00::1", "KUBERNETES_SERVICE_PORT", "443"));
    }
}
