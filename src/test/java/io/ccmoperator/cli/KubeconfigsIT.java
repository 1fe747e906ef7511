// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.apiserver.ClientAuthority;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.faults.ForwardProxy;
import io.ccmoperator.faults.Futures;
import io.ccmoperator.faults.ServerIdentity;
import io.ccmoperator.payload.PayloadFolder;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * What kubectl and this program make of the same kubeconfig: as whom the API server sees them. The table is written to
 * {@code target/kubeconfigs.md}.
 */
@RequiresApiServer
@Tag("packaged")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KubeconfigsIT {
    private static final String SNI = "api.sni.test";
    private static final String EXEC = "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, ";

    @TempDir
    static Path folder;

    private final Vertx vertx = Vertx.vertx();
    private final List<String> table = new ArrayList<>();
    private ApiServer server;
    private ForwardProxy proxy;
    private int ipv6Port;
    private int seen;

    /**
     * A kubeconfig.
     *
     * @param cluster members beside the server, which is the API server's own unless they have one
     * @param user members of the user
     * @param as whom the server sees; empty: no user
     */
    private record Case(
            String name, String cluster, String user, String as, Map<String, String> environment, List<String> flags) {
        @Override
        public String toString() {
            return name;
        }

        Case with(String variable, String value) {
            Map<String, String> more = new LinkedHashMap<>(environment);
            more.put(variable, value);
            return new Case(name, cluster, user, as, more, flags);
        }

        Case withFlags(String... given) {
            return new Case(name, cluster, user, as, environment, List.of(given));
        }
    }

    private static Case of(String name, String cluster, String user, String as) {
        return new Case(name, cluster, user, as, Map.of(), List.of());
    }

    private static final String CA = "certificate-authority: ca.crt";
    private static final String TOKEN = "token: token-of-admin";

    @SuppressWarnings("unused")
    static final List<Case> CASES = List.of(
            of("certificate-authority relative to the file", CA, TOKEN, "admin"),
            of("certificate-authority-data", "certificate-authority-data: $CA", TOKEN, "admin"),
            of("both", CA + ", certificate-authority-data: $CA", TOKEN, ""),
            of("certificate-authority of another server", "certificate-authority: sni.crt", TOKEN, ""),
            of("certificate-authority that is missing", "certificate-authority: no.crt", TOKEN, ""),
            of("certificate-authority without certificate", "certificate-authority: token", TOKEN, ""),
            of("no certificate-authority", "", TOKEN, ""),
            of("no certificate-authority, SSL_CERT_FILE", "", TOKEN, "admin").with("SSL_CERT_FILE", "$DIR/ca.crt"),
            of("insecure-skip-tls-verify", "insecure-skip-tls-verify: true", TOKEN, "admin"),
            of(
                    "insecure, other host",
                    "server: 'https://localhost:$PORT', insecure-skip-tls-verify: true",
                    TOKEN,
                    "admin"),
            of("insecure beside certificate-authority", CA + ", insecure-skip-tls-verify: true", TOKEN, ""),
            of("another host that the certificate names", "server: 'https://localhost:$PORT', " + CA, TOKEN, "admin"),
            of(
                    "tls-server-name",
                    "server: 'https://localhost:$PORT', tls-server-name: 127.0.0.1, " + CA,
                    TOKEN,
                    "admin"),
            of(
                    "tls-server-name for SNI",
                    "tls-server-name: " + SNI + ", certificate-authority: sni.crt",
                    TOKEN,
                    "admin"),
            of("tls-server-name of another server", "tls-server-name: other.test, " + CA, TOKEN, ""),
            of("server without scheme", "server: '127.0.0.1:$PORT', " + CA, TOKEN, ""),
            of("server without TLS", "server: 'http://127.0.0.1:$PORT'", TOKEN, ""),
            of("server with a path", "server: 'https://127.0.0.1:$PORT/', " + CA, TOKEN, "admin"),
            of("server by IPv6", "server: 'https://[::1]:$IPV6', tls-server-name: 127.0.0.1, " + CA, TOKEN, "admin"),
            of("server that is no URL", "server: 'https://a b', " + CA, TOKEN, ""),
            of("server that is missing", "server: '', " + CA, TOKEN, ""),
            of("disable-compression", "disable-compression: true, " + CA, TOKEN, "admin"),
            of(
                    "proxy-url of HTTP",
                    "server: 'https://api.test:6443', tls-server-name: 127.0.0.1, proxy-url: 'http://127.0.0.1:$PROXY', "
                            + CA,
                    TOKEN,
                    "admin"),
            of(
                    "proxy-url with a password",
                    "server: 'https://api.test:6443', tls-server-name: 127.0.0.1, proxy-url: 'http://u:p%40s@127.0.0.1:$PROXY', "
                            + CA,
                    TOKEN,
                    "admin"),
            of(
                    "proxy-url of SOCKS 5",
                    "server: 'https://api.test:6443', tls-server-name: 127.0.0.1, proxy-url: 'socks5://127.0.0.1:$PROXY', "
                            + CA,
                    TOKEN,
                    "admin"),
            of(
                            "proxy-url before HTTPS_PROXY",
                            "server: 'https://api.test:6443', tls-server-name: 127.0.0.1, proxy-url: 'http://127.0.0.1:$PROXY', "
                                    + CA,
                            TOKEN,
                            "admin")
                    .with("HTTPS_PROXY", "http://127.0.0.1:1"),
            of("proxy-url of FTP", "proxy-url: 'ftp://127.0.0.1', " + CA, TOKEN, ""),
            of("HTTPS_PROXY", "server: 'https://api.test:6443', tls-server-name: 127.0.0.1, " + CA, TOKEN, "admin")
                    .with("HTTPS_PROXY", "http://127.0.0.1:$PROXY"),
            of(
                            "https_proxy without scheme",
                            "server: 'https://api.test:6443', tls-server-name: 127.0.0.1, " + CA,
                            TOKEN,
                            "admin")
                    .with("https_proxy", "127.0.0.1:$PROXY"),
            of("HTTPS_PROXY, server on this machine", CA, TOKEN, "admin").with("HTTPS_PROXY", "http://127.0.0.1:1"),
            of("NO_PROXY", "server: 'https://api.test:6443', " + CA, TOKEN, "")
                    .with("HTTPS_PROXY", "http://127.0.0.1:$PROXY")
                    .with("NO_PROXY", ".test"),
            of(
                    "token of an account",
                    CA,
                    "token: token-of-FIRST",
                    "system:serviceaccount:openshift-cloud-controller-manager-operator:cluster-cloud-controller-manager"),
            of("token that is wrong", CA, "token: wrong", ""),
            of("tokenFile relative to the file", CA, "tokenFile: token", "admin"),
            of("tokenFile before token", CA, "tokenFile: token, token: wrong", "admin"),
            of("tokenFile that is missing", CA, "tokenFile: none", ""),
            of("tokenFile that is missing beside token", CA, "tokenFile: none, " + TOKEN, "admin"),
            of("no user", CA, "", ""),
            of("username and password", CA, "username: u, password: p", ""),
            of("username beside token", CA, "username: u, password: p, " + TOKEN, ""),
            of("client-certificate", CA, "client-certificate: jane.crt, client-key: jane.key", "jane"),
            of("client-certificate-data", CA, "client-certificate-data: $CRT, client-key-data: $KEY", "jane"),
            of(
                    "client-certificate and its data",
                    CA,
                    "client-certificate: jane.crt, client-certificate-data: $CRT, client-key: jane.key",
                    ""),
            of("client-certificate without key", CA, "client-certificate: jane.crt", ""),
            of("client-key of another certificate", CA, "client-certificate: jane.crt, client-key: joe.key", ""),
            of(
                    "client-certificate beside token",
                    CA,
                    "client-certificate: jane.crt, client-key: jane.key, token: token-of-admin",
                    "jane"),
            of("as", CA, TOKEN + ", as: jane, as-uid: u, as-groups: [system:masters], as-user-extra: {a: [b]}", "jane"),
            of("as-groups without as", CA, TOKEN + ", as-groups: [system:masters]", ""),
            of("auth-provider", CA, "auth-provider: {name: gcp}", ""),
            of("exec with a token", CA, EXEC + "command: ./plugin, args: [token-of-admin]}", "admin"),
            of(
                    "exec of v1beta1",
                    CA,
                    "exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: ./plugin, args: [token-of-admin]}",
                    "admin"),
            of("exec with a certificate", CA, EXEC + "command: ./certificate}", "jane"),
            of("exec that asks for the cluster", CA, EXEC + "provideClusterInfo: true, command: ./asks}", "admin"),
            of("exec that does not ask for the cluster", CA, EXEC + "command: ./asks}", ""),
            of(
                    "exec with environment",
                    CA,
                    EXEC + "env: [{name: TOKEN, value: token-of-admin}], command: ./environment}",
                    "admin"),
            of("exec by PATH", CA, EXEC + "command: plugin-on-path}", "admin").with("PATH", "$DIR/bin:/usr/bin:/bin"),
            of(
                    "exec without interactiveMode",
                    CA,
                    "exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin, args: [token-of-admin]}",
                    ""),
            of(
                    "exec that asks its user",
                    CA,
                    "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Always, command: ./plugin, args: [token-of-admin]}",
                    ""),
            of("exec that fails", CA, EXEC + "command: ./fails}", ""),
            of("exec that is not there", CA, EXEC + "installHint: get it, command: no-such-plugin}", ""),
            of("exec that prints another version", CA, EXEC + "command: ./beta}", ""),
            of("exec that fails beside token", CA, EXEC + "command: ./fails}, " + TOKEN, "admin"),
            of("--user", CA, "token: wrong", "admin").withFlags("--user=other"),
            of("--cluster", "server: 'https://127.0.0.1:1', " + CA, TOKEN, "admin")
                    .withFlags("--cluster=other"),
            of("--context", "server: 'https://127.0.0.1:1', " + CA, "token: wrong", "admin")
                    .withFlags("--context=other"),
            of("--context that is missing", CA, TOKEN, "").withFlags("--context=no"),
            of(
                    "extensions of minikube",
                    "extensions: [{name: cluster_info, extension: {provider: minikube.sigs.k8s.io, version: v1.37.0}}], "
                            + CA,
                    TOKEN,
                    "admin"),
            of(
                    "exec with the extension of gardenlogin",
                    "extensions: [{name: client.authentication.k8s.io/exec, extension: {shootRef: {name: a}}}], " + CA,
                    EXEC + "provideClusterInfo: true, command: ./gardenlogin}",
                    "admin"),
            of("exec that requires the variable, as kubelogin does", CA, EXEC + "command: ./kubelogin}", "admin"),
            of("unknown fields", "x: y, " + CA, "z: 1, " + TOKEN, "admin"),
            of("server with a scheme in capitals", "server: 'HTTPS://127.0.0.1:$PORT', " + CA, TOKEN, "admin"),
            of("server with a user name", "server: 'https://u:p@127.0.0.1:$PORT', " + CA, TOKEN, ""),
            of("authorities beside a key and a broken one", "certificate-authority: more.crt", TOKEN, "admin"),
            of("certificate-authority on one line", "certificate-authority: line.crt", TOKEN, ""),
            of("certificate-authority-data that has blanks", "certificate-authority-data: 'LS0t $CA'", TOKEN, ""),
            of("SSL_CERT_FILE that is missing", "", TOKEN, "").with("SSL_CERT_FILE", "$DIR/none"),
            of("proxy-url without scheme", "proxy-url: '127.0.0.1:$PROXY', " + CA, TOKEN, ""),
            of(
                    "proxy-url in capitals, encoded password",
                    "server: 'https://api.test:6443', tls-server-name: 127.0.0.1, proxy-url: 'HTTP://u:p%40s@127.0.0.1:$PROXY', "
                            + CA,
                    TOKEN,
                    "admin"),
            of("proxy-url with a port that is none", "proxy-url: 'http://127.0.0.1:99999', " + CA, TOKEN, ""),
            of("token that is a number", CA, "token: 5", ""),
            of("as that is a number", CA, TOKEN + ", as: 5", ""),
            of("insecure-skip-tls-verify in quotes", "insecure-skip-tls-verify: 'true'", TOKEN, ""),
            of(
                    "groups and extra that are null",
                    CA,
                    TOKEN + ", as: jane, as-groups: [null], as-user-extra: {a: null}",
                    "jane"),
            of("client-key alone beside token", CA, "client-key: none, " + TOKEN, "admin"),
            of("client-certificate of Ed25519", CA, "client-certificate: ed.crt, client-key: ed.key", "ed"),
            of(
                    "exec that is missing beside a client-certificate",
                    CA,
                    EXEC + "command: no-such-plugin}, client-certificate: jane.crt, client-key: jane.key",
                    "jane"),
            of("exec with null arguments", CA, EXEC + "command: ./plugin, args: [token-of-admin, null]}", "admin"),
            of("two users of a name", CA, TOKEN + "}}\n- {name: test, user: {token: wrong", ""),
            of("an entry that is null", CA, TOKEN + "}}\n-\n- {name: more, user: {as: jane", "admin"),
            of("flags without value", CA, TOKEN, "admin").withFlags("--context=", "--cluster=", "--user="));

    @BeforeAll
    void start() throws Exception {
        ClientAuthority clients = ClientAuthority.create(folder);
        clients.issue("jane", Duration.ofDays(1), folder.resolve("jane.crt"), folder.resolve("jane.key"));
        clients.issue("joe", Duration.ofDays(1), folder.resolve("joe.crt"), folder.resolve("joe.key"));
        clients.issueEd25519("ed", Duration.ofDays(1), folder.resolve("ed.crt"), folder.resolve("ed.key"));
        ServerIdentity sni = ServerIdentity.createFor(SNI, folder, "sni");
        server = ApiServer.startWith(
                Files.createDirectory(folder.resolve("server")),
                "--client-ca-file=" + clients.certificate(),
                "--tls-sni-cert-key=" + sni.certificate() + "," + sni.key());
        Files.copy(server.certificate(), folder.resolve("ca.crt"));
        String authority = Files.readString(folder.resolve("ca.crt"));
        Files.writeString(
                folder.resolve("more.crt"),
                Files.readString(folder.resolve("jane.key"))
                        + "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n" + authority);
        Files.writeString(folder.resolve("line.crt"), authority.replace("\n", ""));
        Files.writeString(folder.resolve("token"), "token-of-admin\n");
        proxy = new ForwardProxy(vertx, server.uri().getPort());
        ipv6Port = Futures.await(vertx.createNetServer()
                        .connectHandler(near -> relay(near))
                        .listen(0, "::1"))
                .actualPort();
        Files.createDirectory(folder.resolve("home"));
        Files.createDirectory(folder.resolve("bin"));
        program("plugin", credential("v1", "token: $1"));
        program("bin/plugin-on-path", credential("v1", "token: token-of-admin"));
        Files.writeString(
                folder.resolve("plugin"),
                "#!/bin/sh\nversion=v1\ncase \"$KUBERNETES_EXEC_INFO\" in *v1beta1*) version=v1beta1;; esac\n"
                        + "echo \"{\\\"kind\\\":\\\"ExecCredential\\\",\\\"apiVersion\\\":\\\"client.authentication.k8s.io/$version\\\",\\\"status\\\":{\\\"token\\\":\\\"$1\\\"}}\"\n");
        program("beta", credential("v1beta1", "token: token-of-admin"));
        program("fails", "echo why >&2; exit 3");
        program("environment", "echo \"" + credentialJson("v1", "\\\"token\\\":\\\"$TOKEN\\\"") + "\"");
        program(
                "gardenlogin",
                "case \"$KUBERNETES_EXEC_INFO\" in *'\"config\":{\"shootRef\":{\"name\":\"a\"}}'*) ;;"
                        + " *) echo 'no cluster information' >&2; exit 1;; esac\n"
                        + credential("v1", "token: token-of-admin"));
        program(
                "kubelogin",
                "case \"$KUBERNETES_EXEC_INFO\" in *client.authentication.k8s.io/v1\\\"*) ;;"
                        + " *) echo 'KUBERNETES_EXEC_INFO is empty' >&2; exit 1;; esac\n"
                        + credential("v1", "token: token-of-admin"));
        program(
                "asks",
                "case \"$KUBERNETES_EXEC_INFO\" in *'\"server\":\"https://'*) ;; *) exit 1;; esac\n" + "echo \""
                        + credentialJson("v1", "\\\"token\\\":\\\"token-of-admin\\\"") + "\"");
        Files.writeString(
                folder.resolve("certificate.json"),
                JsonWriter.compact(Map.of(
                        "kind",
                        "ExecCredential",
                        "apiVersion",
                        "client.authentication.k8s.io/v1",
                        "status",
                        Map.of(
                                "clientCertificateData",
                                Files.readString(folder.resolve("jane.crt")),
                                "clientKeyData",
                                Files.readString(folder.resolve("jane.key"))))));
        program("certificate", "cat " + folder.resolve("certificate.json"));
    }

    private static String credential(String version, String status) {
        return "echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/" + version
                + "\",\"status\":{\"" + status.replace(": ", "\":\"") + "\"}}'";
    }

    private static String credentialJson(String version, String status) {
        return "{\\\"kind\\\":\\\"ExecCredential\\\",\\\"apiVersion\\\":\\\"client.authentication.k8s.io/" + version
                + "\\\",\\\"status\\\":{" + status + "}}";
    }

    private static void program(String name, String script) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private void relay(NetSocket near) {
        near.pause();
        vertx.createNetClient().connect(server.uri().getPort(), "127.0.0.1").onSuccess(far -> {
            near.handler(far::write).closeHandler(closed -> far.close());
            far.handler(near::write).closeHandler(closed -> near.close());
            near.resume();
        });
    }

    @AfterAll
    void stop() throws Exception {
        Files.writeString(
                PayloadFolder.project().resolve("target/kubeconfigs.md"),
                "| kubeconfig | kubectl | ccm-operator | what it prints |\n|---|---|---|---|\n"
                        + String.join("\n", table) + "\n");
        proxy.close();
        server.close();
        Futures.await(vertx.close());
    }

    @ParameterizedTest
    @FieldSource("CASES")
    void isSeenByServerAsKubectlIs(Case tried) throws Exception {
        Path kubeconfig = write(tried);

        Run kubectl =
                run(tried, List.of(ApiServer.kubectl().toString(), "get", "--raw=/api/v1/namespaces"), kubeconfig);
        List<String> ours = new ArrayList<>(PackagedProgram.command());
        ours.add("status");
        Run program = run(tried, ours, kubeconfig);

        table.add("| %s | %s | %s | %s |"
                .formatted(
                        tried,
                        kubectl.users(),
                        program.users(),
                        program.users().isEmpty() ? program.error().replace(folder.toString() + "/", "") : ""));
        assertThat(program.users())
                .as(program.printed())
                .isEqualTo(tried.as().isEmpty() ? Set.of() : Set.of(tried.as()));
        assertThat(program.users()).as(kubectl.printed()).isEqualTo(kubectl.users());
        assertThat(program.printed()).doesNotContain("\tat ", "internal error", "Exception");
    }

    /** What a program printed, and as whom the server saw it. */
    private record Run(String printed, Set<String> users) {
        String error() {
            return printed.lines()
                    .filter(line -> line.startsWith("error: "))
                    .findFirst()
                    .orElse("");
        }
    }

    private Path write(Case tried) throws IOException {
        String cluster =
                (tried.cluster().contains("server: ") ? "" : "server: 'https://127.0.0.1:$PORT', ") + tried.cluster();
        return Files.writeString(folder.resolve("kubeconfig"), fill("""
                        apiVersion: v1
                        kind: Config
                        current-context: test
                        contexts:
                        - {name: test, context: {cluster: test, user: test}}
                        - {name: other, context: {cluster: other, user: other}}
                        clusters:
                        - {name: test, cluster: {%s}}
                        - {name: other, cluster: {server: 'https://127.0.0.1:$PORT', certificate-authority: ca.crt}}
                        users:
                        - {name: test, user: {%s}}
                        - {name: other, user: {token: token-of-admin}}
                        """.formatted(cluster, tried.user())));
    }

    private String fill(String text) throws IOException {
        return text.replace("$PORT", String.valueOf(server.uri().getPort()))
                .replace("$PROXY", String.valueOf(proxy.port()))
                .replace("$IPV6", String.valueOf(ipv6Port))
                .replace("$DIR", folder.toString())
                .replace("$CA", base64("ca.crt"))
                .replace("$CRT", base64("jane.crt"))
                .replace("$KEY", base64("jane.key"));
    }

    private static String base64(String file) throws IOException {
        return Base64.getEncoder().encodeToString(Files.readAllBytes(folder.resolve(file)));
    }

    private Run run(Case tried, List<String> program, Path kubeconfig) throws Exception {
        List<String> command = new ArrayList<>(program);
        command.add("--kubeconfig=" + kubeconfig);
        command.addAll(tried.flags());
        return run(command, environment -> {
            for (Map.Entry<String, String> variable : tried.environment().entrySet()) {
                environment.put(variable.getKey(), filled(variable.getValue()));
            }
        });
    }

    private String filled(String text) {
        try {
            return fill(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Run run(List<String> command, Consumer<Map<String, String>> environment) throws Exception {
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.resolve("home").toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile());
        builder.environment().put("HOME", folder.resolve("home").toString());
        builder.environment().remove("KUBECONFIG");
        environment.accept(builder.environment());
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Run(Files.readString(output, StandardCharsets.UTF_8), users());
    }

    /** As whom the server saw the requests since the last look. */
    private Set<String> users() {
        List<String> users = server.audit().users();
        Set<String> found = new TreeSet<>(users.subList(seen, users.size()));
        seen = users.size();
        found.removeIf(
                user -> user.isEmpty() || user.startsWith("system:anonymous") || user.startsWith("system:apiserver"));
        return found;
    }

    @Test
    void asksProxyForTheServer() throws Exception {
        int before = proxy.asked().size();
        Path kubeconfig = write(of(
                "",
                "server: 'https://api.test:6443', tls-server-name: 127.0.0.1, proxy-url: 'http://u:p%40s@127.0.0.1:$PROXY', "
                        + CA,
                TOKEN,
                ""));

        List<String> command = new ArrayList<>(PackagedProgram.command());
        command.addAll(List.of("status", "--kubeconfig=" + kubeconfig));
        run(command, environment -> {});

        assertThat(proxy.asked().subList(before, proxy.asked().size()))
                .isNotEmpty()
                .allMatch(asked -> asked.equals("http api.test:6443 Basic "
                        + Base64.getEncoder().encodeToString("u:p@s".getBytes(StandardCharsets.UTF_8))));
    }
}
