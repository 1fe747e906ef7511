// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.deployment.devmode.mock.InMemoryApiServer;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;

/** The sample cluster: the API server, replacements for the controllers of a cluster, and the log of the operator's work. */
final class DevCluster implements AutoCloseable {
    private final InMemoryApiServer server;
    private final ClusterClient client;
    private final ClusterLoop loop;

    private DevCluster(InMemoryApiServer server, ClusterClient client, ClusterLoop loop) {
        this.server = server;
        this.client = client;
        this.loop = loop;
    }

    /**
     * Starts everything and writes the kubeconfig.
     *
     * @throws DevModeException if that is not possible
     */
    static DevCluster start(DevMode mode, DevModeConfig config, SampleCluster sample, PrintStream out) {
        InMemoryApiServer server = InMemoryApiServer.start();
        ClusterClient client = ClusterClient.of(server.uri());
        try {
            sample.objects(mode.samples()).forEach(client::create);
            OperatorFiles.writeKubeconfig(mode.kubeconfig(), server.uri());
        } catch (RuntimeException e) {
            client.close();
            server.close();
            throw e instanceof DevModeException known
                    ? known
                    : new DevModeException("the sample cluster cannot be created: " + e.getMessage(), e);
        }
        out.printf(
                "%nA sample cluster of %s on %s is served by an API server in memory at %s (another cluster: -Dccm-operator.dev.kubeconfig=FILE)%n%n",
                sample.distribution(), sample.platform(), server.uri());
        Optional<Duration> exitWithin =
                config.exitWhenAvailable() ? Optional.of(config.exitWithin()) : Optional.empty();
        StatusReport status = new StatusReport(client, sample.reporting(), out);
        return new DevCluster(server, client, ClusterLoop.start(client, status, exitWithin, out));
    }

    @Override
    public void close() {
        loop.close();
        client.close();
        server.close();
    }
}
