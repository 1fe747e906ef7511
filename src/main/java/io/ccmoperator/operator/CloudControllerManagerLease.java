// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiConnection;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLog;
import io.ccmoperator.cluster.OnChange;
import io.micrometer.core.instrument.MeterRegistry;
import io.prometheus.client.CollectorRegistry;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * When the leading cloud controller manager has last renewed its Lease. Whether one leads has to be known where its metrics cannot be
 * scraped, too. The Lease is read once a minute while this process leads: a watch would report every renewal, which on Kubernetes is every
 * other second.
 */
@Singleton
final class CloudControllerManagerLease {
    private static final ObjectLog LOG = ObjectLog.of(CloudControllerManagerLease.class);
    private static final Duration EVERY = Duration.ofMinutes(1);

    /** How long after the begin of a leadership the first read may come. */
    private static final Duration CHECK = Duration.ofSeconds(5);

    private final ApiServer server;
    private final Leadership leadership;
    private final ObjectKey key;
    private final boolean served;
    private final Vertx vertx;
    private final OnChange<String> logFailure;
    private long due = System.nanoTime();

    /** As of the last read; empty while no process has ever held the Lease, it cannot be read, or this process does not lead. */
    private volatile Optional<Instant> renewed = Optional.empty();

    CloudControllerManagerLease(
            ApiConnection connection,
            Leadership leadership,
            Settings settings,
            Vertx vertx,
            MeterRegistry registry,
            CollectorRegistry collectors) {
        this.server = connection.server();
        this.leadership = leadership;
        this.key = new ObjectKey(ResourceKind.LEASE, settings.namespaces().managed(), "cloud-controller-manager");
        this.served = settings.endpoints().serving().metrics().isPresent();
        this.vertx = vertx;
        this.logFailure = OnChange.ofFault(
                cause -> LOG.warn(key, "cannot be read, so that metrics do not say who leads: " + cause));
        new StateMetrics(registry, collectors).cloudControllerManagerLease(() -> renewed);
    }

    /** Reads it periodically until the end of the process, if metrics are served. */
    void watch() {
        if (!served) {
            return;
        }
        vertx.setPeriodic(CHECK.toMillis(), timer -> {
            if (!leadership.isLeading()) {
                renewed = Optional.empty();
            } else if (System.nanoTime() - due >= 0) {
                due = System.nanoTime() + EVERY.toNanos();
                vertx.executeBlocking(() -> renewed = read(), false);
            }
        });
    }

    private Optional<Instant> read() {
        try {
            Optional<Instant> time = server.get(key)
                    .map(lease -> lease.fields().string("spec", "renewTime"))
                    .filter(text -> !text.isEmpty())
                    .map(Instant::parse);
            logFailure.accept("");
            return time;
        } catch (ApiException | DateTimeException e) {
            logFailure.accept(e.getMessage());
            return Optional.empty();
        }
    }
}
