/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode;

import io.quarkus.bootstrap.app.RunningQuarkusApplication;
import io.quarkus.deployment.dev.DevModeListener;
import io.quarkus.deployment.dev.RuntimeUpdatesProcessor;
import java.time.Duration;
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

    private ScheduledExecutorService executor;

    @Override
    public void afterFirstStart(RunningQuarkusApplication application) {
        if (DevMode.current().isPresent()) {
            executor = Executors.newSingleThreadScheduledExecutor();
            executor.scheduleWithFixedDelay(this::scan, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void beforeShutdown() {
        if (executor != null) {
            executor.shutdownNow();
        }
    }

    private void scan() {
        try {
            RuntimeUpdatesProcessor.INSTANCE.doScan(false);
        } catch (Exception e) {
            LOG.error("Changes of files cannot be looked for", e);
        }
    }
}
