// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.metrics;

import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.prometheus.client.Collector;
import io.prometheus.client.CollectorRegistry;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A gauge whose label sets are part of the state: which there are is read at each scrape, with their values. Meters of Micrometer have
 * label sets that are registered before. Safe for use by several threads.
 */
public final class GaugeFamily extends Collector implements Collector.Describable {
    private final String name;
    private final String help;
    private volatile Supplier<? extends Map<Tags, ? extends Number>> state;

    /**
     * Not visible while it has no label set.
     *
     * @param collectors what is scraped
     * @param name as Prometheus shows it
     * @param help one sentence
     * @param state the value of each label set; all have the same keys. Asked at each scrape, on the thread that scrapes
     */
    public GaugeFamily(
            CollectorRegistry collectors,
            String name,
            String help,
            Supplier<? extends Map<Tags, ? extends Number>> state) {
        this.name = name;
        this.help = help;
        this.state = state;
        register(collectors);
    }

    /** Takes the place of all label sets so far. */
    void replaceWith(Map<Tags, ? extends Number> current) {
        state = () -> current;
    }

    @Override
    public List<MetricFamilySamples> collect() {
        List<MetricFamilySamples.Sample> samples = state.get().entrySet().stream()
                .map(entry -> new MetricFamilySamples.Sample(
                        name,
                        entry.getKey().stream().map(Tag::getKey).toList(),
                        entry.getKey().stream().map(Tag::getValue).toList(),
                        entry.getValue().doubleValue()))
                .toList();
        return samples.isEmpty() ? List.of() : List.of(new MetricFamilySamples(name, Type.GAUGE, help, samples));
    }

    /** The name, for which the registry would ask the state. */
    @Override
    public List<MetricFamilySamples> describe() {
        return List.of(new MetricFamilySamples(name, Type.GAUGE, help, List.of()));
    }
}
