// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.client.ApiConnection;
import io.ccmoperator.serving.MetricsInterface;
import io.ccmoperator.serving.ServingConfiguration;
import io.ccmoperator.serving.access.CertificateAccess;
import io.ccmoperator.serving.access.ClientAuthorities;
import io.ccmoperator.serving.access.MetricsAuthorizer;
import io.ccmoperator.serving.tls.EffectiveTlsSettings;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.time.Clock;

/** The metrics and their endpoint: authorization by certificates and reviews, and TLS by profile and files. */
@Singleton
final class ServedMetrics {
    private final ServingConfiguration serving;
    private final MetricsRegistration registration;
    private final MetricsInterface endpoint;
    private final ApiConnection connection;
    private final EffectiveTlsSettings tls;
    private final Vertx vertx;
    private final MetricsAuthorizer authorizer;

    ServedMetrics(
            Settings settings,
            MetricsRegistration registration,
            MetricsInterface endpoint,
            ApiConnection connection,
            EffectiveTlsSettings tls,
            Vertx vertx) {
        this.serving = settings.endpoints().serving();
        this.registration = registration;
        this.endpoint = endpoint;
        this.connection = connection;
        this.tls = tls;
        this.vertx = vertx;
        this.authorizer = new MetricsAuthorizer(connection::review, System::nanoTime);
    }

    /**
     * Registers the metrics. If they are served, begins to answer requests, and to follow the cluster's TLS profile, its
     * authorities for client certificates and the files of the serving certificate. Returns at once.
     */
    void start() {
        registration.register(endpoint::certificate);
        if (serving.metrics().isEmpty()) {
            return;
        }
        ClientAuthorities authorities = new ClientAuthorities(connection.objects());
        authorities.watch();
        endpoint.authorize(authorizer, new CertificateAccess(authorities, Clock.systemUTC()));
        tls.watch(endpoint::follow);
        FileWatch.begin(serving.certificates().resolve("tls.crt"), vertx, endpoint::refresh);
        FileWatch.begin(serving.certificates().resolve("tls.key"), vertx, endpoint::refresh);
        // Read once more: a file that was created between the start of Quarkus and the watch is not a change.
        endpoint.refresh();
    }

    /** Gives up the reviews under way. Quarkus ends the connections. */
    void stop() {
        authorizer.close();
    }
}
