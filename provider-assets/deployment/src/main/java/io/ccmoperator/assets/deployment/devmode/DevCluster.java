// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.deployment.devmode.mock.InMemoryApiServer;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/** The sample cluster: the API server, replacements for the controllers of a cluster, and the log of the operator's work. */
final class DevCluster implements AutoCloseable {
    private final EmbeddedServer server;
    private final ClusterClient client;
    private final ClusterLoop loop;

    private DevCluster(EmbeddedServer server, ClusterClient client, ClusterLoop loop) {
        this.server = server;
        this.client = client;
        this.loop = loop;
    }

    /**
     * Starts everything and writes the kubeconfig.
     *
     * @param permissions what the operator may do where the API server has RBAC
     * @throws DevModeException if that is not possible
     */
    static DevCluster start(
            DevMode mode,
            DevModeConfig config,
            SamplePlatform platform,
            List<KubernetesObject> permissions,
            PrintStream out) {
        EmbeddedServer server = server(mode, config);
        try {
            return start(server, mode, config, platform, permissions, out);
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e instanceof DevModeException known
                    ? known
                    : new DevModeException("the sample cluster cannot be created: " + e.getMessage(), e);
        }
    }

    private static DevCluster start(
            EmbeddedServer server,
            DevMode mode,
            DevModeConfig config,
            SamplePlatform platform,
            List<KubernetesObject> permissions,
            PrintStream out)
            throws IOException {
        ClusterClient client = ClusterClient.of(server);
        try {
            if (server.certificate().isPresent()) {
                OpenShiftKinds.create(client, config.crds());
            }
            SampleCluster.create(client, platform);
            if (server.certificate().isPresent()) {
                permissions.forEach(client::create);
                OperatorFiles.writeKubeconfig(mode.adminKubeconfig(), server, server.token());
            }
            OperatorFiles.writeKubeconfig(mode.kubeconfig(), server, server.operatorToken());
            announce(mode, platform, server, out);
            Optional<Deadline> deadline =
                    config.exitWhenAvailable() ? Optional.of(Deadline.in(config.exitWithin())) : Optional.empty();
            return new DevCluster(server, client, ClusterLoop.start(client, deadline, out));
        } catch (IOException | RuntimeException e) {
            client.close();
            throw e;
        }
    }

    private static EmbeddedServer server(DevMode mode, DevModeConfig config) {
        return config.assets().isPresent()
                ? ApiServerProcess.start(
                        config.assets().get().toAbsolutePath(), mode.folder().resolve("api-server"))
                : new InMemory(InMemoryApiServer.start());
    }

    private static void announce(DevMode mode, SamplePlatform platform, EmbeddedServer server, PrintStream out) {
        out.printf("%nA sample cluster on %s is served by %s%n", platform.name(), server.description());
        if (server.certificate().isPresent()) {
            out.printf("  kubectl --kubeconfig %s get clusteroperators%n", mode.adminKubeconfig());
            out.println("The operator has the permissions of manifests/ and those that the build derives for packs");
        }
        out.println();
    }

    @Override
    public void close() {
        loop.close();
        client.close();
        server.close();
    }
}
