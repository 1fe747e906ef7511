// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.deployment.devui.FaultPage;
import io.ccmoperator.assets.deployment.discovery.WatchedFiles;
import io.quarkus.deployment.dev.RuntimeUpdatesProcessor;
import io.quarkus.dev.spi.DeploymentFailedStartHandler;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * What follows when the first start of the operator fails in development mode. With a fault in a provider it waits until the file
 * has changed; anything else ends it, as does a fault where a script waits for the end.
 */
public final class FailedStart implements DeploymentFailedStartHandler {
    /** Where nothing is configured. */
    private static final int QUARKUS_PORT = 8080;

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
        LiveReload.printPage(httpPort());
        LiveReload.start();
    }

    /** Quarkus has opened its server with what is configured: nothing has set the ports of the operator's flags yet. */
    private static int httpPort() {
        return ConfigProvider.getConfig()
                .getOptionalValue("quarkus.http.port", Integer.class)
                .orElse(QUARKUS_PORT);
    }

    private static boolean endsByItself() {
        return ConfigProvider.getConfig()
                .getOptionalValue(EXIT_WHEN_AVAILABLE, Boolean.class)
                .orElse(false);
    }
}
