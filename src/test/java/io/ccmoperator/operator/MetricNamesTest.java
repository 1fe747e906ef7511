// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.metrics.Measured;
import io.ccmoperator.metrics.OperatorMetrics.CertificateGroup;
import io.ccmoperator.metrics.OperatorMetrics.RolloutState;
import io.ccmoperator.metrics.OperatorMetrics.Write;
import io.ccmoperator.metrics.ReconcileMetrics;
import io.ccmoperator.monitoring.Metric;
import io.ccmoperator.monitoring.Scrape;
import io.ccmoperator.serving.tls.SamplePair;
import io.ccmoperator.serving.tls.ServingCertificate.Origin;
import io.ccmoperator.status.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.javaoperatorsdk.operator.api.reconciler.Constants;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each metric of the operator that docs/metrics.md documents, after all has happened that there is a metric of, in both formats. */
class MetricNamesTest {
    private static final Pattern HELP = Pattern.compile("^# HELP (\\S+) \\S.*$", Pattern.MULTILINE);

    private final Measured measured = new Measured();
    private final Map<String, String> types = new TreeMap<>();
    private final Map<String, Set<String>> labels = new TreeMap<>();

    @BeforeEach
    void measureAll() {
        StateMetrics state = new StateMetrics(measured.registry, measured.collectors);
        state.info("4.20.0", () -> "AWS");
        state.leader(() -> true);
        state.conditions(type -> Optional.of(Condition.ofTrue(type, "AsExpected", "")));
        state.overrides(() -> Overrides.of(Map.of("spec", Map.of("logLevel", "Debug"))));
        state.cloudControllerManagerLease(() -> Optional.of(Instant.EPOCH));
        state.servingCertificate(() -> Optional.of(SamplePair.ec("sample").serving(Origin.FILE)));
        measured.metrics.requested("get", 200);
        measured.metrics.written("Deployment", Write.CREATE);
        measured.metrics.settled("Deployment", true, true);
        measured.metrics.reconciled("ccm", "converged", Duration.ofMillis(20));
        measured.metrics.rollouts(Map.of(RolloutState.COMPLETE, 1));
        measured.metrics.trustedCas(Map.of(new CertificateGroup("system", "valid"), 1));
        measured.metrics.cloudConfigSucceeded(Instant.EPOCH);
        new ReconcileMetrics(measured.registry, measured.metrics)
                .reconciliationSubmitted(new ConfigMap(), null, Map.of(Constants.CONTROLLER_NAME, "ccm"));
        Metric.ofOperator().forEach((name, metric) -> {
            types.put(name, metric.type());
            labels.put(name, metric.labels());
        });
    }

    private Scrape scrape(String accept) {
        StringWriter text = new StringWriter();
        try {
            TextFormat.writeFormat(
                    TextFormat.chooseContentType(accept), text, measured.collectors.metricFamilySamples());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Scrape(text.toString());
    }

    @Test
    void hasTypeAndLabelsOfEachNameInText() {
        Scrape scrape = scrape("text/plain");

        assertThat(scrape.types()).isEqualTo(types);
        assertThat(scrape.labels()).isEqualTo(labels);
        assertThat(HELP.matcher(scrape.text()).results().map(help -> help.group(1)))
                .containsExactlyInAnyOrderElementsOf(types.keySet());
    }

    @Test
    void hasTypeAndLabelsOfEachNameInOpenMetrics() {
        Scrape scrape = scrape("application/openmetrics-text");

        assertThat(scrape.types()).isEqualTo(types);
        assertThat(scrape.labels()).isEqualTo(labels);
        assertThat(scrape.samples())
                .containsOnlyKeys(scrape("text/plain").samples().keySet());
    }
}
