// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.faults.Futures;
import io.ccmoperator.faults.ServerIdentity;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose fault it is that no answer comes, and what helps: with sockets of this machine, where each fault happens as in a network. */
class ConnectionFaultTest {
    private static final String BEGIN = "get ConfigMap b/a: no answer from ";

    @TempDir
    Path folder;

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() throws Exception {
        Connections.close(vertx);
    }

    private String failure(String server, String more) throws IOException {
        Path kubeconfig = Files.writeString(folder.resolve("config"), """
                current-context: a
                contexts: [{name: a, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: "%s"%s}}]
                users: [{name: u, user: {token: t}}]
                """.formatted(server, more));
        try (ApiConnection connection = Connections.open(kubeconfig, vertx)) {
            return catchThrowableOfType(
                            ApiException.class,
                            () -> connection.server().get(new ObjectKey(ResourceKind.CONFIG_MAP, "b", "a")))
                    .withRemedy();
        }
    }

    private static String proxy(String url) {
        return ", proxy-url: '" + url + "'";
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "407 Proxy Authentication Required, write the user and password of the proxy into proxy-url in the kubeconfig",
        "403 Forbidden, correct proxy-url in the kubeconfig",
        "502 Bad Gateway, correct proxy-url in the kubeconfig"
    })
    void namesProxyThatAnswersItself(String status, String remedy) throws Exception {
        NetServer refusing = vertx.createNetServer()
                .connectHandler(near -> near.handler(
                        begin -> near.end(Buffer.buffer("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n"))));
        Futures.await(refusing.listen(0, "127.0.0.1"));

        assertThat(failure("https://10.0.0.10:6443", proxy("http://u:hidden@127.0.0.1:" + refusing.actualPort())))
                .startsWith(BEGIN + "https://10.0.0.10:6443/ because the proxy http://127.0.0.1:"
                        + refusing.actualPort() + " answers " + status + "; " + remedy);
        assertThat(failure("http://10.0.0.10:8080", proxy("http://127.0.0.1:" + refusing.actualPort())))
                .startsWith(BEGIN + "http://10.0.0.10:8080/ because the proxy http://127.0.0.1:" + refusing.actualPort()
                        + " answers " + status + "; " + remedy);
    }

    @Test
    void namesProxyThatIsDown() throws Exception {
        int port = closedPort();

        assertThat(failure("https://10.0.0.10:6443", proxy("http://127.0.0.1:" + port)))
                .startsWith(BEGIN + "https://10.0.0.10:6443/ because the proxy http://127.0.0.1:" + port
                        + " refuses the connection; correct proxy-url in the kubeconfig, or HTTPS_PROXY");
        assertThat(failure("https://10.0.0.10:6443", proxy("socks5://127.0.0.1:" + port)))
                .startsWith(BEGIN + "https://10.0.0.10:6443/ because the proxy socks5://127.0.0.1:" + port
                        + " refuses the connection; correct proxy-url in the kubeconfig, or HTTPS_PROXY");
    }

    @Test
    void namesProxyWhoseNameIsNotKnown() throws Exception {
        assertThat(failure("https://10.0.0.10:6443", proxy("http://no-proxy.invalid:3128")))
                .startsWith(BEGIN
                        + "https://10.0.0.10:6443/ because the name of the proxy http://no-proxy.invalid:3128 is not"
                        + " known; correct proxy-url");
    }

    @Test
    void saysForEachFaultOfTlsWhatHelps() throws Exception {
        ServerIdentity good = ServerIdentity.create(folder, "good");
        ServerIdentity other = ServerIdentity.create(folder, "other");
        ServerIdentity named = ServerIdentity.createFor("api.test", folder, "named");
        Path issuer = folder.resolve("issuer.crt");
        ServerIdentity late = ServerIdentity.createExpired(folder, "late", issuer);

        assertThat(failure(serve(good), ""))
                .contains("TLS failed: ", "; write certificate-authority-data of this cluster");
        assertThat(failure(serve(good), authority(other)))
                .contains("TLS failed: ", "; write certificate-authority-data of this cluster");
        assertThat(failure(serve(named), authority(named)))
                .contains("TLS failed: ", "; write a server that the certificate names");
        assertThat(failure(serve(late), ", certificate-authority: " + issuer))
                .contains("TLS failed: ", "; the certificate has expired: renew it, or correct the clock");
        HttpServer plain = vertx.createHttpServer()
                .requestHandler(request -> request.response().end());
        Futures.await(plain.listen(0, "127.0.0.1"));
        assertThat(failure("https://127.0.0.1:" + plain.actualPort(), authority(good)))
                .contains("TLS failed: ", "; the server speaks no TLS");
    }

    private static String authority(ServerIdentity identity) {
        return ", certificate-authority: " + identity.certificate();
    }

    private String serve(ServerIdentity identity) {
        HttpServer server = vertx.createHttpServer(new HttpServerOptions()
                        .setSsl(true)
                        .setKeyCertOptions(new PemKeyCertOptions()
                                .addCertPath(identity.certificate().toString())
                                .addKeyPath(identity.key().toString())))
                .requestHandler(request -> request.response().end());
        Futures.await(server.listen(0, "127.0.0.1"));
        return "https://127.0.0.1:" + server.actualPort();
    }
}
