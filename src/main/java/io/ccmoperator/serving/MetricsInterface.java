// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving;

import io.ccmoperator.cluster.TlsSecurityProfile;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.serving.access.CertificateAccess;
import io.ccmoperator.serving.access.MetricsAuthorizer;
import io.ccmoperator.serving.access.MetricsEndpoint;
import io.ccmoperator.serving.connections.LimitedTransport;
import io.ccmoperator.serving.tls.ServingCertificate;
import io.ccmoperator.serving.tls.ServingTls;
import io.quarkus.tls.CertificateUpdatedEvent;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * Quarkus' management interface as the metrics endpoint: the TLS configuration, which changes while the interface listens,
 * and the authorization of its requests. The interface listens before the operator is wired; until {@link #authorize} its
 * requests are answered with 503.
 */
@Singleton
public final class MetricsInterface {
    /** As {@code quarkus.management.tls-configuration-name} has it. */
    private static final String TLS_CONFIGURATION = "metrics";

    private static final Logger LOG = Logger.getLogger(MetricsInterface.class);
    /** Self-signed certificates are renewed, and expired ones reported. */
    private static final long REFRESH_MILLIS = Duration.ofHours(1).toMillis();

    private final Vertx vertx;
    private final Event<CertificateUpdatedEvent> updates;
    private final ServingTls tls;
    private final MetricsEndpoint endpoint;
    private volatile TlsSettings settings = TlsSecurityProfile.usual();

    MetricsInterface(
            Vertx vertx,
            Event<CertificateUpdatedEvent> updates,
            @ConfigProperty(
                            name = ServingConfiguration.CERTIFICATES,
                            defaultValue = "/tmp/k8s-metrics-server/serving-certs")
                    Path certificates) {
        this.vertx = vertx;
        this.updates = updates;
        this.tls = new ServingTls(certificates, vertx, Clock.systemUTC());
        this.endpoint = new MetricsEndpoint(tls::isCurrent);
    }

    /** Runs before the interface listens. */
    void prepare(
            @Observes ManagementInterface management,
            TlsConfigurationRegistry registry,
            @ConfigProperty(name = "quarkus.management.host-enabled", defaultValue = "true") boolean enabled) {
        if (enabled) {
            tls.update(settings);
            registry.register(TLS_CONFIGURATION, tls);
            LimitedTransport.beforeHandshakes(vertx, tls::prepare);
            vertx.setPeriodic(REFRESH_MILLIS, timer -> refresh());
            route(management.router());
        }
    }

    /** Serves requests from now on, to those whom the reviews of their tokens or their certificates permit. */
    public void authorize(MetricsAuthorizer tokens, CertificateAccess certificates) {
        endpoint.authorize(tokens, certificates);
    }

    /** Takes other TLS settings: effective soon, for new connections. */
    public void follow(TlsSettings now) {
        settings = now;
        refresh();
    }

    /** Reads the serving certificate again, and renews a self-signed one. Returns at once. */
    public void refresh() {
        vertx.executeBlocking(this::update)
                .onFailure(failure ->
                        LOG.error("keeping the previous TLS settings of the metrics endpoint: " + failure, failure));
    }

    /** The serving certificate; empty where metrics are not served. */
    public Optional<ServingCertificate> certificate() {
        return tls.certificate();
    }

    /** One update after the other, since the last settings count, and never on an event loop. */
    private synchronized boolean update() {
        boolean changed = tls.certificate().isPresent() && tls.update(settings);
        if (changed) {
            updates.fire(new CertificateUpdatedEvent(TLS_CONFIGURATION, tls));
        }
        return changed;
    }

    /**
     * Quarkus' handlers for any path are disabled: they let every web page of a browser send requests (CORS), and read bodies. Those of
     * the registry's path stay, protected by the authorization. They are not removed: Vert.x does not find each one again.
     */
    private void route(Router router) {
        router.getRoutes().stream().filter(route -> route.getPath() == null).forEach(Route::disable);
        router.route().order(Integer.MIN_VALUE).handler(endpoint).failureHandler(endpoint::failed);
    }
}
