// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.metrics;

import io.ccmoperator.monitoring.Scrape;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheus.PrometheusConfig;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/** Metrics in a registry as that of the running operator, and what a scrape of them shows. */
public final class Measured {
    public final CollectorRegistry collectors = new CollectorRegistry(true);
    public final MeterRegistry registry = prometheus(collectors);
    public final OperatorMetrics metrics = new OperatorMetrics(registry, collectors);

    /** All samples, by the name and labels before their value, such as {@code ccm_operator_rollouts{state="complete"}}. */
    public Map<String, Double> samples() {
        return new Scrape(text()).samples();
    }

    private String text() {
        StringWriter text = new StringWriter();
        try {
            TextFormat.write004(text, collectors.metricFamilySamples());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Quarkus 3.33 has the registry on Prometheus' older client, which Micrometer has deprecated. */
    @SuppressWarnings("deprecation")
    private static MeterRegistry prometheus(CollectorRegistry collectors) {
        return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, collectors, Clock.SYSTEM)
                .throwExceptionOnRegistrationFailure();
    }
}
