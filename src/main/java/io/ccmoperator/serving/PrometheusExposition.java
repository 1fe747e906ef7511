/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The metrics of a registry: OpenMetrics for a reader that accepts it, and the text format of Prometheus for all others.
 *
 * @param registry where the metrics are
 */
public record PrometheusExposition(PrometheusRegistry registry) implements Exposition {
    private static final ExpositionFormatWriter OPEN_METRICS = OpenMetricsTextFormatWriter.create();
    private static final ExpositionFormatWriter TEXT = PrometheusTextFormatWriter.create();

    @Override
    public Page render(String accept) {
        ExpositionFormatWriter writer = OPEN_METRICS.accepts(accept) ? OPEN_METRICS : TEXT;
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try {
            writer.write(body, registry.scrape());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Page(writer.getContentType(), body.toByteArray());
    }
}
