// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.serving.tls.ServingCertificate;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.micrometer.core.instrument.MeterRegistry;
import io.prometheus.client.CollectorRegistry;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.Supplier;

/** Registers the metrics of the state that the process holds. */
@Singleton
final class MetricsRegistration {
    private final StateMetrics state;
    private final String version;
    private final ClusterDescription description;
    private final Leadership leadership;
    private final ClusterOperatorStatusWriter status;

    MetricsRegistration(
            MeterRegistry registry,
            CollectorRegistry collectors,
            Settings settings,
            ClusterDescription description,
            Leadership leadership,
            ClusterOperatorStatusWriter status) {
        this.state = new StateMetrics(registry, collectors);
        this.version = settings.version().text();
        this.description = description;
        this.leadership = leadership;
        this.status = status;
    }

    /** @param certificate the certificate of the metrics endpoint */
    void register(Supplier<Optional<ServingCertificate>> certificate) {
        state.residentMemory();
        state.info(version, this::platform);
        state.leader(leadership::isLeading);
        state.conditions(status::shown);
        state.overrides(description::overrides);
        state.servingCertificate(certificate);
    }

    private String platform() {
        return description
                .infrastructure()
                .object()
                .map(infrastructure -> infrastructure.fields().string("status", "platformStatus", "type"))
                .orElse("");
    }
}
