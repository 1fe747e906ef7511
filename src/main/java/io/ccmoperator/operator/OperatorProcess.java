/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;

import io.ccmoperator.client.ApiConnection;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.lease.LeadershipListener;
import io.ccmoperator.metrics.PolledCollectorRegistry;
import io.ccmoperator.metrics.RuntimeMetrics;
import io.ccmoperator.serving.MetricsInterface;
import io.ccmoperator.serving.tls.EffectiveTlsSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Quarkus;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import org.jboss.logging.Logger;

/** The life of the running operator: watch, start the controllers, be elected, stop. */
@Singleton
final class OperatorProcess implements LeadershipListener {
    private static final Logger LOG = Logger.getLogger(OperatorProcess.class);
    private static final Duration STOP = Duration.ofSeconds(10);

    private final Settings settings;
    private final Vertx vertx;
    private final MeterRegistry registry;
    private final RuntimeMetrics runtime = new RuntimeMetrics();
    private final PolledCollectorRegistry collectors;
    private final ApiConnection connection;
    private final ObjectCache objects;
    private final EffectiveTlsSettings tls;
    private final Leadership leadership;
    private final Reporting reporting;
    private final Controllers controllers;
    private final SdkLifecycle sdk;
    private final MetricsInterface endpoint;
    private volatile Optional<ServedMetrics> served = Optional.empty();
    private volatile boolean lost;

    OperatorProcess(
            Settings settings,
            Vertx vertx,
            MeterRegistry registry,
            PolledCollectorRegistry collectors,
            ApiConnection connection,
            EffectiveTlsSettings tls,
            Leadership leadership,
            Reporting reporting,
            Controllers controllers,
            SdkLifecycle sdk,
            MetricsInterface endpoint) {
        this.settings = settings;
        this.vertx = vertx;
        this.registry = registry;
        this.collectors = collectors;
        this.connection = connection;
        this.objects = connection.objects();
        this.tls = tls;
        this.leadership = leadership;
        this.reporting = reporting;
        this.controllers = controllers;
        this.sdk = sdk;
        this.endpoint = endpoint;
    }

    /** Returns at once; all goes on by itself, as soon as the API server answers. */
    void start() {
        reporting.start(controllers::requeueAll);
        objects.watch(INFRASTRUCTURE, controllers::requeueAll);
        sdk.start(this::fail);
        registerMetrics();
        if (settings.metrics().address().isPresent()) {
            served = Optional.of(ServedMetrics.begin(
                    endpoint, connection, tls, settings.metrics().certificates(), vertx));
        }
        leadership.elect(this);
    }

    /** Ends the work in hand, reports what is left to report, and lets another process lead. */
    void stop() throws InterruptedException {
        sdk.stop(STOP);
        reporting.stop(STOP);
        leadership.release(Duration.ofSeconds(5));
        if (served.isPresent()) {
            served.get().stop();
        }
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

    private void registerMetrics() {
        runtime.bindTo(registry);
        StateMetrics state = new StateMetrics(registry, collectors);
        state.info(settings.version().text(), this::platform);
        state.leader(leadership::isLeading);
        state.conditions(reporting.status()::shown);
        state.servingCertificate(endpoint::certificate);
    }

    private String platform() {
        return objects.state(INFRASTRUCTURE)
                .object()
                .map(infrastructure -> infrastructure.fields().string("status", "platformStatus", "type"))
                .orElse("");
    }

    boolean watchesAlive() {
        return objects.isAlive();
    }

    boolean statusAlive() {
        return reporting.isAlive();
    }

    boolean controllersAlive() {
        return sdk.isAlive();
    }

    boolean cachesSynced() {
        return objects.hasSynced();
    }
}
