// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.metrics;

import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.prometheus.client.Collector;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A gauge whose label sets appear and disappear, and are read at each scrape like values: a collector of the client below
 * Micrometer's Prometheus registry, since meters read their values only. Safe for use by several threads.
 */
public final class GaugeFamily extends Collector implements Collector.Describable {
    private final String name;
    private final String help;
    private final Supplier<? extends Map<Tags, ? extends Number>> state;

    /**
     * Shown while it has a label set, once it is registered.
     *
     * @param name as Prometheus shows it
     * @param help one sentence
     * @param state the value of each label set; all have the same keys. Called on the thread that scrapes
     */
    public GaugeFamily(String name, String help, Supplier<? extends Map<Tags, ? extends Number>> state) {
        this.name = name;
        this.help = help;
        this.state = state;
    }

    @Override
    public List<MetricFamilySamples> collect() {
        List<MetricFamilySamples.Sample> samples = state.get().entrySet().stream()
                .map(entry -> sample(entry.getKey(), entry.getValue().doubleValue()))
                .toList();
        return samples.isEmpty() ? List.of() : List.of(new MetricFamilySamples(name, Type.GAUGE, help, samples));
    }

    @Override
    public List<MetricFamilySamples> describe() {
        return List.of(new MetricFamilySamples(name, Type.GAUGE, help, List.of()));
    }

    private MetricFamilySamples.Sample sample(Tags tags, double value) {
        return new MetricFamilySamples.Sample(
                name,
                tags.stream().map(Tag::getKey).toList(),
                tags.stream().map(Tag::getValue).toList(),
                value);
    }
}
