// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.deployment.devui.FaultPage;
import io.ccmoperator.assets.deployment.discovery.WatchedFiles;
import io.quarkus.deployment.dev.RuntimeUpdatesProcessor;
import io.quarkus.dev.spi.DeploymentFailedStartHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * What follows when the first start of the operator fails in development mode. With a fault in a provider it waits until the file
 * has changed; anything else ends it, as does a fault where a script waits for the end.
 */
public final class FailedStart implements DeploymentFailedStartHandler {
    private static final String PORT = "quarkus.http.port";
    private static final String EXIT_WHEN_AVAILABLE = "ccm-operator.dev.exit-when-available";

    @Override
    public void handleFailedInitialStart() {
        if (DevMode.current().isEmpty()) {
            return;
        }
        RuntimeUpdatesProcessor updates = RuntimeUpdatesProcessor.INSTANCE;
        FaultFilter.install();
        FaultPage.install();
        if (FaultFilter.faultIn(updates.getDeploymentProblem()).isEmpty() || endsByItself()) {
            DevModeEnd.with(1);
            return;
        }
        // The build may have failed before Quarkus learnt which files to watch.
        updates.setWatchedFilePaths(Map.of(), List.of(Map.entry(WatchedFiles::contain, true)), false);
        LiveReload.printPage(port());
        LiveReload.start();
    }

    /** For the server that Quarkus opens after a failed first start: at port 0 nothing would say where it listens. The operator's flags replace it. */
    static void choosePort() {
        if (DevMode.current().isPresent() && port() == 0) {
            try (ServerSocket free = new ServerSocket(0)) {
                System.setProperty(PORT, String.valueOf(free.getLocalPort()));
            } catch (IOException e) {
                throw new UncheckedIOException(
                        PORT + ": no port is free for the server of development mode; name one", e);
            }
        }
    }

    private static int port() {
        return ConfigProvider.getConfig().getValue(PORT, Integer.class);
    }

    private static boolean endsByItself() {
        return ConfigProvider.getConfig()
                .getOptionalValue(EXIT_WHEN_AVAILABLE, Boolean.class)
                .orElse(false);
    }
}
