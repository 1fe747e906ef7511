// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.deployment.devui.DevUiPage;
import io.ccmoperator.assets.deployment.devui.FaultPage;
import io.quarkus.bootstrap.app.RunningQuarkusApplication;
import io.quarkus.deployment.dev.DevModeListener;
import io.quarkus.deployment.dev.RuntimeUpdatesProcessor;
import io.quarkus.value.registry.ValueRegistry.RuntimeKey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Looks for changed files every now and then, and restarts the operator where there are some. Quarkus does so when an HTTP
 * request comes; the operator serves none.
 */
public final class LiveReload implements DevModeListener {
    private static final Logger LOG = Logger.getLogger(LiveReload.class);
    private static final Duration EVERY = Duration.ofSeconds(1);

    /**
     * The operator sets these system properties at each start, and Quarkus replaces 0 by the port in use. After a failed first start it
     * does not, and the next build would refuse two equal ports.
     */
    private static final List<String> PORTS = List.of("quarkus.http.port", "quarkus.management.port");

    /** Where Quarkus says at which port it listens. */
    private static final RuntimeKey<Integer> HTTP_PORT = RuntimeKey.intKey("quarkus.http.port");

    private static ScheduledExecutorService executor;

    /** Looks for changes from now on, until the end of development mode. Has no effect the second time. */
    static synchronized void start() {
        if (executor == null) {
            executor = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, "live reload");
                thread.setDaemon(true);
                return thread;
            });
            executor.scheduleWithFixedDelay(
                    LiveReload::scan, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void afterFirstStart(RunningQuarkusApplication application) {
        if (DevMode.current().isPresent()) {
            FaultFilter.install();
            FaultPage.install();
            printPage(application.valueRegistry().getOrDefault(HTTP_PORT, 0));
            start();
        }
    }

    /** @param port any free one, unless a flag names it */
    static void printPage(int port) {
        DevUiPage.address(port, System::getProperty)
                .ifPresent(address -> System.out.println("Providers and their manifests: " + address));
    }

    @Override
    public void beforeShutdown() {
        stop();
    }

    private static synchronized void stop() {
        if (executor != null) {
            executor.shutdownNow();
        }
    }

    private static void scan() {
        try {
            PORTS.forEach(port -> System.getProperties().remove(port, "0"));
            RuntimeUpdatesProcessor.INSTANCE.doScan(false);
        } catch (Exception e) {
            LOG.error("Changes of files cannot be looked for", e);
        }
    }
}
