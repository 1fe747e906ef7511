/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving;

import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The metrics of a registry: OpenMetrics for a reader that accepts it, and the text format of Prometheus for all others.
 *
 * @param collectors those of Micrometer's Prometheus registry
 */
public record PrometheusExposition(CollectorRegistry collectors) implements Exposition {
    @Override
    public Page render(String accept) {
        String contentType = TextFormat.chooseContentType(accept);
        StringWriter body = new StringWriter();
        try {
            TextFormat.writeFormat(contentType, body, collectors.metricFamilySamples());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Page(contentType, body.toString().getBytes(StandardCharsets.UTF_8));
    }
}
