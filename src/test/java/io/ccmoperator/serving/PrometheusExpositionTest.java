/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.metrics.Measured;
import io.ccmoperator.serving.Exposition.Page;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusExpositionTest {
    private final Measured measured = new Measured();
    private final PrometheusExposition exposition = new PrometheusExposition(measured.collectors);

    @BeforeEach
    void measure() {
        measured.metrics.settled("Service", true);
    }

    private static String body(Page page) {
        return new String(page.body(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {"", "*/*", "text/plain;version=0.0.4;q=0.3", "text/html", "application/vnd.google.protobuf"})
    void textIsWhatEverybodyGets(String accept) {
        Page page = exposition.render(accept);

        assertThat(page.contentType()).startsWith("text/plain; version=0.0.4");
        assertThat(body(page))
                .contains("# TYPE ccm_operator_drift_corrections_total counter")
                .contains("ccm_operator_drift_corrections_total{kind=\"Service\",} 1.0\n")
                .doesNotContain("# EOF");
    }

    @Test
    void openMetricsIsForThoseWhoAcceptIt() {
        Page page =
                exposition.render("application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3");

        assertThat(page.contentType()).startsWith("application/openmetrics-text; version=1.0.0");
        assertThat(body(page))
                .contains("# TYPE ccm_operator_drift_corrections counter")
                .contains("ccm_operator_drift_corrections_total{kind=\"Service\"} 1.0\n")
                .endsWith("# EOF\n");
    }
}
