/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import io.ccmoperator.client.Reviews;
import io.ccmoperator.metrics.PolledCollectorRegistry;
import io.ccmoperator.serving.ListenAddress;
import io.ccmoperator.serving.MetricsServer;
import io.ccmoperator.serving.PrometheusExposition;
import io.ccmoperator.serving.access.MetricsAccess;
import io.ccmoperator.serving.access.MetricsEndpoint;
import io.ccmoperator.serving.tls.TlsInForce;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;

/** The metrics endpoint, put together: who may read, what is read, and the TLS that changes under it. */
final class ServedMetrics {
    private static final Logger LOG = Logger.getLogger(ServedMetrics.class);

    private final Vertx vertx;
    private final MetricsAccess access;
    private final MetricsServer server;
    private final Path certificates;

    /**
     * @param registry where the metrics are registered
     * @param collectors what is read
     * @param reviews ask the API server who may read
     * @param certificates the folder of tls.crt and tls.key
     */
    ServedMetrics(
            Vertx vertx,
            MeterRegistry registry,
            PolledCollectorRegistry collectors,
            Reviews reviews,
            Path certificates,
            Clock clock) {
        this.vertx = vertx;
        this.access = new MetricsAccess(reviews, System::nanoTime);
        this.certificates = certificates;
        this.server = new MetricsServer(
                vertx, new MetricsEndpoint(access, new PrometheusExposition(collectors)), certificates, clock);
        new StateMetrics(registry, collectors).servingCertificate(server::certificate);
    }

    /** Begins to serve, and to follow the cluster's TLS profile and the files of the certificate. Returns at once. */
    void start(ListenAddress address, TlsInForce tls) {
        tls.watch(server::follow);
        FileWatch.begin(certificates.resolve("tls.crt"), vertx, server::certificateChanged);
        FileWatch.begin(certificates.resolve("tls.key"), vertx, server::certificateChanged);
        server.listen(address).onFailure(fault -> LOG.warnf("metrics are not served: %s", fault.getMessage()));
    }

    /** Ends all connections and the reviews under way. */
    void stop(Duration patience) throws InterruptedException {
        access.close();
        try {
            server.close().toCompletionStage().toCompletableFuture().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.debugf(e, "connections of the metrics endpoint were not closed in time");
        }
    }
}
