/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.metrics;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Metrics, and what a scrape of them shows. */
public final class Measured {
    public final PrometheusRegistry registry = new PrometheusRegistry();
    public final OperatorMetrics metrics = new OperatorMetrics(registry);

    /** All samples, by the text before their value, such as {@code ccm_operator_rollouts{state="complete"}}. */
    public Map<String, Double> samples() {
        Map<String, Double> samples = new TreeMap<>();
        text().lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            int value = line.lastIndexOf(' ');
            samples.put(line.substring(0, value), Double.valueOf(line.substring(value + 1)));
        });
        return samples;
    }

    private String text() {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create().write(text, registry.scrape());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString(StandardCharsets.UTF_8);
    }
}
