/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import io.ccmoperator.client.ApiConnection;
import io.ccmoperator.serving.MetricsInterface;
import io.ccmoperator.serving.access.CertificateAccess;
import io.ccmoperator.serving.access.ClientAuthorities;
import io.ccmoperator.serving.access.MetricsAuthorizer;
import io.ccmoperator.serving.tls.EffectiveTlsSettings;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Clock;

/** The wiring of the metrics endpoint: authorization by certificates and reviews, and TLS by profile and files. */
final class ServedMetrics {
    private final MetricsAuthorizer access;

    private ServedMetrics(MetricsAuthorizer access) {
        this.access = access;
    }

    /**
     * Begins to answer requests, and to follow the cluster's TLS profile, its authorities for client certificates and the files
     * of the serving certificate. Returns at once.
     *
     * @param certificates the folder of tls.crt and tls.key
     */
    static ServedMetrics begin(
            MetricsInterface metrics,
            ApiConnection connection,
            EffectiveTlsSettings tls,
            Path certificates,
            Vertx vertx) {
        MetricsAuthorizer access = new MetricsAuthorizer(connection.reviews(), System::nanoTime);
        ClientAuthorities authorities = new ClientAuthorities(connection.objects());
        authorities.watch();
        metrics.authorize(access, new CertificateAccess(authorities, Clock.systemUTC()));
        tls.watch(metrics::follow);
        FileWatch.begin(certificates.resolve("tls.crt"), vertx, metrics::certificateChanged);
        FileWatch.begin(certificates.resolve("tls.key"), vertx, metrics::certificateChanged);
        // Read once more: a file that was created between the start of Quarkus and the watch is not a change.
        metrics.certificateChanged();
        return new ServedMetrics(access);
    }

    /** Gives up the reviews under way. Quarkus ends the connections. */
    void stop() {
        access.close();
    }
}
