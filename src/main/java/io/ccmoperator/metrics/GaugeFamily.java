// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A gauge whose label sets appear and disappear. Micrometer's MultiGauge removes a label set and registers it again to change
 * its value, so that a scrape in between misses the series and an alert's pending time restarts; here a label set that stays
 * is never removed. Safe for use by several threads.
 */
public final class GaugeFamily {
    private final MultiGauge gauge;
    private final Map<Tags, Number> values = new ConcurrentHashMap<>();

    /**
     * Not visible before its first label set.
     *
     * @param name as Prometheus shows it
     * @param help one sentence
     */
    public GaugeFamily(MeterRegistry registry, String name, String help) {
        gauge = MultiGauge.builder(name).description(help).register(registry);
    }

    /**
     * Takes the place of all label sets so far.
     *
     * @param current the value of each; all have the same keys
     */
    public synchronized void replaceWith(Map<Tags, ? extends Number> current) {
        values.putAll(current);
        List<Row<Map<Tags, Number>>> rows = current.keySet().stream()
                .map(tags -> Row.of(tags, values, all -> value(all, tags)))
                .toList();
        gauge.register(rows);
        values.keySet().retainAll(current.keySet());
    }

    private static double value(Map<Tags, Number> values, Tags tags) {
        Number value = values.get(tags);
        // A scrape that began before the label set was removed.
        return value == null ? Double.NaN : value.doubleValue();
    }
}
