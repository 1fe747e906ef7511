// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.ccmoperator.metrics.OperatorMetrics.CertificateGroup;
import io.ccmoperator.metrics.OperatorMetrics.RolloutState;
import io.ccmoperator.metrics.OperatorMetrics.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OperatorMetricsTest {
    private final Measured measured = new Measured();
    private final OperatorMetrics metrics = measured.metrics;

    @Test
    void showsNothingBeforeFirstMeasurement() {
        assertThat(measured.samples()).isEmpty();
    }

    @Test
    void countsRequestsByVerbAndCode() {
        metrics.requested("get", 200);
        metrics.requested("get", 200);
        metrics.requested("create", 0);

        assertThat(measured.samples())
                .containsOnly(
                        entry("ccm_operator_api_requests_total{code=\"200\",verb=\"get\"}", 2.0),
                        entry("ccm_operator_api_requests_total{code=\"none\",verb=\"create\"}", 1.0));
    }

    @Test
    void countsWritesAndCorrectionsByKind() {
        metrics.written("Deployment", Write.CREATE);
        metrics.written("Deployment", Write.CREATE);
        metrics.written("Service", Write.DELETE);
        metrics.settled("Service", true, true);
        metrics.settled("Service", true, false);
        metrics.settled("Role", false, false);

        assertThat(measured.samples())
                .containsOnly(
                        entry("ccm_operator_resource_writes_total{action=\"create\",kind=\"Deployment\"}", 2.0),
                        entry("ccm_operator_resource_writes_total{action=\"delete\",kind=\"Service\"}", 1.0),
                        entry("ccm_operator_drift_corrections_total{kind=\"Role\"}", 0.0),
                        entry("ccm_operator_drift_corrections_total{kind=\"Service\"}", 2.0),
                        entry("ccm_operator_contested_corrections_total{kind=\"Role\"}", 0.0),
                        entry("ccm_operator_contested_corrections_total{kind=\"Service\"}", 1.0));
    }

    @Test
    void showsExpectedResultsAsZero() {
        measured.metrics.expect("ccm", List.of("terminal_failure"));

        assertThat(measured.samples())
                .containsEntry(
                        "ccm_operator_reconciliations_total{controller=\"ccm\",result=\"terminal_failure\"}", 0.0);
    }

    @Test
    void countsReconciliationsByResultAndTimesThemByController() {
        metrics.reconciled("ccm", "converged", Duration.ofMillis(20));
        metrics.reconciled("ccm", "transient_failure", Duration.ofSeconds(3));

        String buckets = "ccm_operator_reconciliation_duration_seconds_bucket{controller=\"ccm\",le=\"%s\"}";
        assertThat(measured.samples())
                .contains(
                        entry("ccm_operator_reconciliations_total{controller=\"ccm\",result=\"converged\"}", 1.0),
                        entry(
                                "ccm_operator_reconciliations_total{controller=\"ccm\",result=\"transient_failure\"}",
                                1.0),
                        entry(buckets.formatted("0.01"), 0.0),
                        entry(buckets.formatted("0.05"), 1.0),
                        entry(buckets.formatted("5.0"), 2.0),
                        entry("ccm_operator_reconciliation_duration_seconds_sum{controller=\"ccm\"}", 3.02),
                        entry("ccm_operator_reconciliation_duration_seconds_max{controller=\"ccm\"}", 3.0));
    }

    @Test
    void showsLastWorkloadsAndCertificates() {
        metrics.rollouts(Map.of(RolloutState.STALLED, 1));
        metrics.rollouts(Map.of(RolloutState.STALLED, 0, RolloutState.COMPLETE, 2));
        metrics.trustedCas(Map.of(new CertificateGroup("proxy", "expired"), 3));
        metrics.trustedCas(Map.of(new CertificateGroup("system", "valid"), 140));

        assertThat(measured.samples())
                .containsOnly(
                        entry("ccm_operator_rollouts{state=\"stalled\"}", 0.0),
                        entry("ccm_operator_rollouts{state=\"complete\"}", 2.0),
                        entry("ccm_operator_trusted_ca_certificates{source=\"system\",state=\"valid\"}", 140.0));
    }

    @Test
    void showsLastSuccessOfCloudConfigurationAsTimestamp() {
        metrics.cloudConfigSucceeded(Instant.ofEpochSecond(1_800_000_000));

        assertThat(measured.samples())
                .containsOnly(entry("ccm_operator_cloud_config_last_success_timestamp_seconds", 1.8e9));
    }
}
