// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class GaugeFamilyTest {
    private static final Tags A = Tags.of("state", "a");
    private static final Tags B = Tags.of("state", "b");

    private final Measured measured = new Measured();
    private final AtomicReference<Map<Tags, Integer>> state = new AtomicReference<>(Map.of());

    @Test
    void showsLabelSetsAndValuesOfEachScrape() {
        new GaugeFamily("ccm_operator_sample", "Help.", state::get).register(measured.collectors);
        assertThat(measured.samples()).isEmpty();

        state.set(Map.of(A, 1, B, 2));
        assertThat(measured.samples())
                .containsOnly(
                        entry("ccm_operator_sample{state=\"a\"}", 1.0), entry("ccm_operator_sample{state=\"b\"}", 2.0));

        state.set(Map.of(B, 3));
        assertThat(measured.samples()).containsOnly(entry("ccm_operator_sample{state=\"b\"}", 3.0));
        assertThat(measured.collectors
                        .filteredMetricFamilySamples("ccm_operator_sample"::equals)
                        .nextElement()
                        .samples)
                .singleElement()
                .satisfies(sample -> assertThat(sample.labelValues).containsExactly("b"));
    }

    @Test
    void isNotRegisteredTwice() {
        new GaugeFamily("ccm_operator_sample", "Help.", state::get).register(measured.collectors);

        assertThatThrownBy(
                        () -> new GaugeFamily("ccm_operator_sample", "Help.", state::get).register(measured.collectors))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
