// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GaugeFamilyTest {
    private static final Tags A = Tags.of("state", "a");
    private static final Tags B = Tags.of("state", "b");

    private final Measured measured = new Measured();
    private final GaugeFamily family = new GaugeFamily(measured.collectors, "ccm_operator_sample", "Help.", Map::of);

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
    void asksForLabelSetsAtEachScrapeAndNotBefore() {
        AtomicInteger scrapes = new AtomicInteger();
        new GaugeFamily(
                measured.collectors,
                "ccm_operator_scrapes",
                "Help.",
                () -> Map.of(Tags.of("state", "scrape " + scrapes.incrementAndGet()), 1));

        assertThat(measured.samples()).containsOnlyKeys("ccm_operator_scrapes{state=\"scrape 1\"}");
        assertThat(measured.samples()).containsOnlyKeys("ccm_operator_scrapes{state=\"scrape 2\"}");
    }

    @Test
    void refusesNameOfAnotherFamily() {
        assertThatThrownBy(() -> new GaugeFamily(measured.collectors, "ccm_operator_sample", "Help.", Map::of))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
