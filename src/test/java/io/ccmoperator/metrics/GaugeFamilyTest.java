// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GaugeFamilyTest {
    private static final Tags A = Tags.of("state", "a");
    private static final Tags B = Tags.of("state", "b");

    private final Measured measured = new Measured();
    private final GaugeFamily family = new GaugeFamily(measured.registry, "ccm_operator_sample", "Help.");

    @Test
    void showsLastLabelSetsAndValues() {
        family.replaceWith(Map.of(A, 1, B, 2));
        family.replaceWith(Map.of(B, 3));
        assertThat(measured.samples()).containsOnly(entry("ccm_operator_sample{state=\"b\"}", 3.0));

        family.replaceWith(Map.of(A, 4));
        assertThat(measured.samples()).containsOnly(entry("ccm_operator_sample{state=\"a\"}", 4.0));

        family.replaceWith(Map.of());
        assertThat(measured.samples()).isEmpty();
    }

    @Test
    void neverRemovesLabelSetThatStays() {
        family.replaceWith(Map.of(A, 1, B, 1));
        List<String> removed = new ArrayList<>();
        measured.registry
                .config()
                .onMeterRemoved(meter -> removed.add(meter.getId().getTag("state")));

        family.replaceWith(Map.of(A, 2));

        assertThat(removed).containsExactly("b");
    }

    @Test
    void updatesLabelSetsBeforeEachScrape() {
        List<Integer> scrapes = new ArrayList<>();
        measured.collectors.beforeScrape(() -> {
            scrapes.add(scrapes.size());
            family.replaceWith(Map.of(Tags.of("state", "scrape " + scrapes.size()), 1));
        });

        assertThat(measured.samples()).containsOnlyKeys("ccm_operator_sample{state=\"scrape 1\"}");
        assertThat(measured.samples()).containsOnlyKeys("ccm_operator_sample{state=\"scrape 2\"}");
        assertThat(measured.collectors.filteredMetricFamilySamples(name -> true).nextElement().samples)
                .singleElement()
                .satisfies(sample -> assertThat(sample.labelValues).containsExactly("scrape 3"));
    }
}
