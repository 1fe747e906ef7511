// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** kube-apiserver with its etcd, on free ports of the loopback interface. Permissions are those of RBAC. */
final class ApiServerProcess implements EmbeddedServer {
    private static final Duration START = Duration.ofSeconds(60);

    private final URI uri;
    private final ApiServerFiles files;
    private final ServerProcess etcd;
    private final ServerProcess apiServer;

    private ApiServerProcess(URI uri, ApiServerFiles files, ServerProcess etcd, ServerProcess apiServer) {
        this.uri = uri;
        this.files = files;
        this.etcd = etcd;
        this.apiServer = apiServer;
    }

    /**
     * Starts both and waits until they serve.
     *
     * @param programs the folder with etcd and kube-apiserver
     * @param folder for data, keys and logs; what an earlier run left there is deleted
     * @throws DevModeException if one of them does not start
     */
    static ApiServerProcess start(Path programs, Path folder) {
        for (String program : List.of("etcd", "kube-apiserver")) {
            if (!Files.isExecutable(programs.resolve(program))) {
                throw new DevModeException("KUBEBUILDER_ASSETS: " + programs + " has no program " + program
                        + "; name a folder that has it, or unset the variable for an API server in memory");
            }
        }
        ApiServerFiles files = ApiServerFiles.create(folder);
        String etcdUrl = "http://127.0.0.1:" + FreePort.find();
        ServerProcess etcd = ServerProcess.start(folder.resolve("etcd.log"), etcd(programs, folder, etcdUrl));
        try {
            return withEtcd(programs, files, etcd, etcdUrl);
        } catch (RuntimeException e) {
            etcd.close();
            throw e;
        }
    }

    private static ApiServerProcess withEtcd(Path programs, ApiServerFiles files, ServerProcess etcd, String etcdUrl) {
        int port = FreePort.find();
        URI uri = URI.create("https://127.0.0.1:" + port);
        ServerProcess apiServer = ServerProcess.start(
                files.folder().resolve("kube-apiserver.log"), apiServer(programs, files, etcdUrl, port));
        ApiServerProcess both = new ApiServerProcess(uri, files, etcd, apiServer);
        try {
            apiServer.await(START, () -> Files.exists(files.certificate()));
            // The namespaces are made a moment after the server is ready.
            try (ClusterClient client = ClusterClient.of(both)) {
                apiServer.await(START, () -> client.serves("/readyz") && client.serves("/api/v1/namespaces/default"));
            }
            return both;
        } catch (RuntimeException e) {
            apiServer.close();
            throw e;
        }
    }

    private static List<String> etcd(Path programs, Path folder, String url) {
        String peers = "http://127.0.0.1:" + FreePort.find();
        return List.of(
                programs.resolve("etcd").toString(),
                "--data-dir=" + folder.resolve("etcd"),
                "--unsafe-no-fsync",
                "--listen-client-urls=" + url,
                "--advertise-client-urls=" + url,
                "--listen-peer-urls=" + peers,
                "--initial-advertise-peer-urls=" + peers,
                "--initial-cluster=default=" + peers);
    }

    private static List<String> apiServer(Path programs, ApiServerFiles files, String etcdUrl, int port) {
        return List.of(
                programs.resolve("kube-apiserver").toString(),
                "--etcd-servers=" + etcdUrl,
                "--cert-dir=" + files.folder(),
                "--secure-port=" + port,
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--service-cluster-ip-range=10.0.0.0/24",
                "--service-account-issuer=https://127.0.0.1",
                "--service-account-signing-key-file=" + files.serviceAccountKey(),
                "--service-account-key-file=" + files.serviceAccountKey(),
                "--token-auth-file=" + files.tokens(),
                "--authorization-mode=RBAC",
                // No controller makes service accounts here.
                "--disable-admission-plugins=ServiceAccount");
    }

    @Override
    public URI uri() {
        return uri;
    }

    @Override
    public String token() {
        return files.token();
    }

    @Override
    public String operatorToken() {
        return files.operatorToken();
    }

    @Override
    public Optional<Path> certificate() {
        return Optional.of(files.certificate());
    }

    @Override
    public String description() {
        return "kube-apiserver at " + uri + " (logs in " + files.folder() + ")";
    }

    @Override
    public void close() {
        apiServer.close();
        etcd.close();
    }
}
