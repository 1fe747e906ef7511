// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apiserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An API server process with RBAC, and its etcd, on free ports of the loopback interface. The one of kube-api-test, which fetches
 * the programs, ends together with its etcd and deletes the data: it cannot restart, and no second one can serve the same cluster.
 */
public final class ApiServer implements AutoCloseable {
    /** A released server needs ten seconds of CPU, and several may start at once. */
    private static final Duration START = Duration.ofMinutes(3);

    private static final String ADMIN_TOKEN = "token-of-admin";

    private final Path folder;
    private final URI uri;
    private final URI etcdUri;
    private final Optional<Etcd> etcd;
    private final Optional<LaterKinds> laterKinds;
    private final List<String> command;
    private final ApiClient admin;
    private LocalProcess apiServer;

    private ApiServer(
            Path folder,
            URI uri,
            URI etcdUri,
            Optional<Etcd> etcd,
            Optional<LaterKinds> laterKinds,
            List<String> command,
            LocalProcess apiServer,
            ApiClient admin) {
        this.folder = folder;
        this.uri = uri;
        this.etcdUri = etcdUri;
        this.etcd = etcd;
        this.laterKinds = laterKinds;
        this.command = command;
        this.apiServer = apiServer;
        this.admin = admin;
    }

    /**
     * Starts both and waits until they serve.
     *
     * @param folder an empty one for data, keys and logs
     * @throws IllegalStateException if one of them does not start; the message is what it printed
     */
    public static ApiServer start(Path folder) {
        return startWith(folder);
    }

    /** The same with further flags of the API server. */
    public static ApiServer startWith(Path folder, String... flags) {
        Etcd etcd = Etcd.start(folder);
        try {
            return start(folder, etcd.uri(), Optional.of(etcd), flags);
        } catch (RuntimeException e) {
            etcd.close();
            throw e;
        }
    }

    /**
     * Starts another API server with the same content and the same tokens.
     *
     * @param folder an empty one for keys and logs
     * @param etcdAddress that of the other server's etcd, or of something in between
     */
    public static ApiServer startBeside(Path folder, URI etcdAddress) {
        return start(folder, etcdAddress, Optional.empty());
    }

    private static ApiServer start(Path folder, URI etcdUri, Optional<Etcd> etcd, String... flags) {
        int port = FreePort.next();
        writeKeys(folder);
        AuditLog.configure(folder);
        URI uri = URI.create("https://127.0.0.1:" + port);
        List<String> command = new ArrayList<>(apiServerCommand(folder, etcdUri, port));
        command.addAll(List.of(flags));
        LocalProcess apiServer = LocalProcess.start(folder, "kube-apiserver.log", command);
        try {
            Path certificate = folder.resolve("apiserver.crt");
            // The key is written after the certificate, which is empty for a moment.
            apiServer.await(START, () -> Files.exists(folder.resolve("apiserver.key")));
            ApiClient admin = new ApiClient(uri, Trust.client(certificate), ADMIN_TOKEN);
            apiServer.await(START, () -> isReady(admin));
            Optional<LaterKinds> laterKinds =
                    LaterKinds.before(uri, certificate, folder.resolve("apiserver.key"), admin);
            URI served = laterKinds.map(LaterKinds::uri).orElse(uri);
            return new ApiServer(
                    folder,
                    served,
                    etcdUri,
                    etcd,
                    laterKinds,
                    command,
                    apiServer,
                    new ApiClient(served, Trust.client(certificate), ADMIN_TOKEN));
        } catch (RuntimeException e) {
            apiServer.close();
            throw e;
        }
    }

    /** The kubectl beside its program. */
    public static Path kubectl() {
        return Path.of(ApiServerPrograms.kubectl());
    }

    /** A client that may do everything. */
    public ApiClient admin() {
        return admin;
    }

    /** Where it serves. */
    public URI uri() {
        return uri;
    }

    /** Where its etcd serves. */
    public URI etcd() {
        return etcdUri;
    }

    /** Its certificate, a PEM file; the key is beside it as apiserver.key. */
    public Path certificate() {
        return folder.resolve("apiserver.crt");
    }

    /** The key by which it signs tokens of service accounts. */
    Path signingKey() {
        return folder.resolve("sa.key");
    }

    /**
     * A kubeconfig with all permissions.
     *
     * @param address the server's own, or that of something in between that has the server's certificate
     */
    public Path kubeconfig(URI address) {
        return kubeconfig(address, ADMIN_TOKEN);
    }

    /** A kubeconfig with a token. */
    public Path kubeconfig(URI address, String token) {
        return kubeconfigOfUser(address, "token: \"" + token + "\"");
    }

    /** A kubeconfig with all permissions whose user has a program that prints the token, as those of clouds do. */
    public Path kubeconfigWithExec() {
        return kubeconfigOfUser(uri, execOf(ADMIN_TOKEN));
    }

    /** The member of a kubeconfig's user that names a program which prints a token. */
    public static String execOf(String token) {
        return """
                exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: echo, args: ['%s']}""".formatted("""
                        {"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"%s"}}""".formatted(token));
    }

    private Path kubeconfigOfUser(URI address, String user) {
        try {
            return Files.writeString(
                    Files.createTempFile(folder, "kubeconfig", ".yaml"), """
                    apiVersion: v1
                    kind: Config
                    current-context: test
                    contexts: [{name: test, context: {cluster: test, user: test}}]
                    clusters: [{name: test, cluster: {server: "%s", certificate-authority: "%s"}}]
                    users: [{name: test, user: {%s}}]
                    """.formatted(address, certificate(), user));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A kubeconfig of a process that acts as an account. */
    public Path kubeconfig(Account account) {
        return kubeconfig(uri, account.token());
    }

    /** What was asked of the server. */
    public AuditLog audit() {
        return new AuditLog(folder);
    }

    /** Stops the API server; what is stored stays. */
    public void stop() {
        apiServer.close();
    }

    /** False after {@link #stop}. */
    public boolean isRunning() {
        return apiServer.isAlive();
    }

    /** Starts the API server again after {@link #stop} and waits until it serves. */
    public void startAgain() {
        apiServer = LocalProcess.start(folder, "kube-apiserver.log", command);
        apiServer.await(START, () -> isReady(admin));
    }

    /** Keeps what is stored now for {@link #restore}; both programs are stopped for it. */
    public void backUp() {
        replaceData(Etcd::backUp);
    }

    /** Stores again what {@link #backUp} has kept: resource versions go back, too. */
    public void restore() {
        replaceData(Etcd::restore);
    }

    private void replaceData(Consumer<Etcd> change) {
        stop();
        Etcd own = etcd.orElseThrow();
        change.accept(own);
        own.startAgain();
        startAgain();
    }

    @Override
    public void close() {
        apiServer.close();
        laterKinds.ifPresent(LaterKinds::close);
        etcd.ifPresent(Etcd::close);
    }

    private static boolean isReady(ApiClient admin) {
        try {
            // The namespaces are made a moment after the server is ready.
            return admin.get("/readyz").accepted()
                    && admin.get("/api/v1/namespaces/kube-system").accepted();
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    private static List<String> apiServerCommand(Path folder, URI etcdUri, int port) {
        return List.of(
                ApiServerPrograms.apiServer(),
                "--etcd-servers=" + etcdUri,
                "--cert-dir=" + folder,
                "--secure-port=" + port,
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--service-cluster-ip-range=10.0.0.0/24",
                "--service-account-issuer=https://127.0.0.1",
                "--service-account-signing-key-file=" + folder.resolve("sa.key"),
                "--service-account-key-file=" + folder.resolve("sa.key"),
                "--token-auth-file=" + Account.file(folder),
                "--audit-policy-file=" + AuditLog.policy(folder),
                "--audit-log-path=" + AuditLog.file(folder),
                "--authorization-mode=RBAC",
                // No controller makes service accounts here.
                "--disable-admission-plugins=ServiceAccount");
    }

    private static void writeKeys(Path folder) {
        try {
            byte[] key = KeyPairGenerator.getInstance("RSA")
                    .generateKeyPair()
                    .getPrivate()
                    .getEncoded();
            Files.writeString(
                    folder.resolve("sa.key"),
                    "-----BEGIN PRIVATE KEY-----\n"
                            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key)
                            + "\n-----END PRIVATE KEY-----\n");
            Account.write(folder, ADMIN_TOKEN);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
