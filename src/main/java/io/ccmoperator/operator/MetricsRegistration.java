// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.metrics.PolledCollectorRegistry;
import io.ccmoperator.metrics.RuntimeMetrics;
import io.ccmoperator.serving.tls.ServingCertificate;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.Supplier;

/** Registers the metrics of the process and of the state that it holds. */
@Singleton
final class MetricsRegistration {
    private final RuntimeMetrics runtime = new RuntimeMetrics();
    private final MeterRegistry registry;
    private final StateMetrics state;
    private final String version;
    private final ClusterDescription description;
    private final Leadership leadership;
    private final ClusterOperatorStatusWriter status;

    MetricsRegistration(
            MeterRegistry registry,
            PolledCollectorRegistry collectors,
            Settings settings,
            ClusterDescription description,
            Leadership leadership,
            ClusterOperatorStatusWriter status) {
        this.registry = registry;
        this.state = new StateMetrics(registry, collectors);
        this.version = settings.version().text();
        this.description = description;
        this.leadership = leadership;
        this.status = status;
    }

    /** @param certificate the certificate of the metrics endpoint */
    void register(Supplier<Optional<ServingCertificate>> certificate) {
        runtime.bindTo(registry);
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
