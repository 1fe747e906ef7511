// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.metrics.PolledCollectorRegistry;
import io.ccmoperator.metrics.ReconcileMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/**
 * The metrics as beans: Quarkus takes the collectors for its Prometheus registry, and the operator SDK takes the
 * ReconcileMetrics for its own Metrics, each instead of its default.
 */
@Singleton
final class MetricsBeans {
    @Produces
    @Singleton
    PolledCollectorRegistry collectors() {
        return new PolledCollectorRegistry();
    }

    @Produces
    @Singleton
    OperatorMetrics operatorMetrics(MeterRegistry registry) {
        return new OperatorMetrics(registry);
    }

    @Produces
    @Singleton
    ReconcileMetrics reconcileMetrics(MeterRegistry registry, OperatorMetrics metrics) {
        return new ReconcileMetrics(registry, metrics, SdkReconcilers::nameInFlags);
    }
}
