// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.metrics;

import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.Predicate;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The collectors below Micrometer's Prometheus registry, with a hook that Micrometer does not have: meters read their values
 * when they are scraped, but which label sets exist has to be decided before. Safe for use by several threads.
 */
public final class PolledCollectorRegistry extends CollectorRegistry {
    private final List<Runnable> updates = new CopyOnWriteArrayList<>();

    /** An empty registry that detects duplicate names, as that of Quarkus does. */
    public PolledCollectorRegistry() {
        super(true);
    }

    /**
     * Adds what is run before each scrape, on the thread that scrapes.
     *
     * @param update registers and removes meters; may be run by several threads at once; fails the scrape if it throws
     */
    public void beforeScrape(Runnable update) {
        updates.add(update);
    }

    @Override
    public Enumeration<MetricFamilySamples> metricFamilySamples() {
        update();
        return super.metricFamilySamples();
    }

    @Override
    public Enumeration<MetricFamilySamples> filteredMetricFamilySamples(Set<String> includedNames) {
        update();
        return super.filteredMetricFamilySamples(includedNames);
    }

    @Override
    public Enumeration<MetricFamilySamples> filteredMetricFamilySamples(Predicate<String> sampleNameFilter) {
        update();
        return super.filteredMetricFamilySamples(sampleNameFilter);
    }

    private void update() {
        updates.forEach(Runnable::run);
    }
}
