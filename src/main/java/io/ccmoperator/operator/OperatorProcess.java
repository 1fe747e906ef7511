// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.client.ApiConnection;
import io.ccmoperator.lease.LeadershipListener;
import io.quarkus.runtime.Quarkus;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jboss.logging.Logger;

/** The life of the running operator: watch, start the controllers, be elected, stop. */
@Singleton
final class OperatorProcess implements LeadershipListener {
    private static final Logger LOG = Logger.getLogger(OperatorProcess.class);
    private static final Duration STOP = Duration.ofSeconds(10);

    private final ApiConnection connection;
    private final Leadership leadership;
    private final Reporting reporting;
    private final Controllers controllers;
    private final SdkLifecycle sdk;
    private final ServedMetrics metrics;
    private volatile boolean lost;

    OperatorProcess(
            ApiConnection connection,
            Leadership leadership,
            Reporting reporting,
            Controllers controllers,
            SdkLifecycle sdk,
            ServedMetrics metrics) {
        this.connection = connection;
        this.leadership = leadership;
        this.reporting = reporting;
        this.controllers = controllers;
        this.sdk = sdk;
        this.metrics = metrics;
    }

    /** Returns at once; the operator starts its work as soon as the API server responds. */
    void start() {
        reporting.start(controllers::conditionsChanged);
        controllers.start();
        sdk.start(this::fail);
        metrics.start();
        leadership.elect(this);
    }

    /** Ends the work in hand, reports what is left to report, and lets another process lead. */
    void stop() throws InterruptedException {
        sdk.stop(STOP);
        reporting.stop(STOP);
        leadership.release(Duration.ofSeconds(5));
        metrics.stop();
        connection.close();
    }

    int exitCode() {
        return lost ? 1 : 0;
    }

    @Override
    public void onStartedLeading() {
        controllers.requeueAll();
        reporting.flush();
    }

    @Override
    public void onStoppedLeading(String reason) {
        fail(reason);
    }

    private void fail(String reason) {
        LOG.errorf("the process ends: %s", reason);
        lost = true;
        Quarkus.asyncExit(1);
    }

    boolean watchesAlive() {
        return connection.objects().isAlive();
    }

    boolean statusAlive() {
        return reporting.isAlive();
    }

    boolean controllersAlive() {
        return sdk.isAlive();
    }

    boolean cachesSynced() {
        return connection.objects().hasSynced();
    }
}
