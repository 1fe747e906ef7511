/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The numbers that the parts of the operator tell as they work; docs/metrics.md describes each. No label takes texts from the
 * cluster, so that the number of series is bounded. Safe for use by several threads.
 */
public final class OperatorMetrics {
    /** From what a converged cluster takes to what a server takes that hardly answers. */
    private static final double[] SECONDS = {0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60};

    private final Counter requests;
    private final Counter writes;
    private final Counter corrections;
    private final Counter reconciliations;
    private final Histogram durations;
    private volatile Map<RolloutState, Integer> rollouts = Map.of();
    private volatile Map<CertificateGroup, Integer> trustedCas = Map.of();
    private volatile Instant cloudConfigSuccess;

    /** How an object was written. */
    public enum Write {
        CREATE,
        UPDATE,
        PATCH,
        DELETE
    }

    /** How far the Pods of a workload are. */
    public enum RolloutState {
        COMPLETE,
        PROGRESSING,
        STALLED
    }

    /**
     * Certificates that are counted together.
     *
     * @param source where they come from
     * @param state where they are in their validity
     */
    public record CertificateGroup(String source, String state) {}

    /** @param registry where the metrics stand from now on */
    public OperatorMetrics(PrometheusRegistry registry) {
        requests = counter("ccm_operator_api_requests_total", "verb", "code")
                .help("Requests to the API server by verb and HTTP status; code none where no answer came.")
                .register(registry);
        writes = counter("ccm_operator_resource_writes_total", "kind", "action")
                .help("Objects written to the API server.")
                .register(registry);
        corrections = counter("ccm_operator_drift_corrections_total", "kind")
                .help("Objects brought back after somebody else had changed or deleted them.")
                .register(registry);
        reconciliations = counter("ccm_operator_reconciliations_total", "controller", "result")
                .help("Reconciliations by controller and result.")
                .register(registry);
        durations = Histogram.builder()
                .name("ccm_operator_reconciliation_duration_seconds")
                .help("How long reconciliations take.")
                .labelNames("controller")
                .classicOnly()
                .classicUpperBounds(SECONDS)
                .withoutExemplars()
                .register(registry);
        registerGauges(registry);
    }

    /**
     * A request was answered, or was not.
     *
     * @param verb get, watch, create, update, patch or delete
     * @param code the HTTP status; 0 when no answer came
     */
    public void requested(String verb, int code) {
        requests.labelValues(verb, code == 0 ? "none" : Integer.toString(code)).inc();
    }

    /**
     * An object was written.
     *
     * @param kind of the object, such as Deployment
     */
    public void written(String kind, Write action) {
        writes.labelValues(kind, label(action)).inc();
    }

    /**
     * An object is as desired. A kind that was never corrected is shown with 0: the step from nothing to 1 is one that
     * Prometheus does not see.
     *
     * @param kind of the object, such as Deployment
     * @param corrected whether it had to be brought back, because somebody else had changed or deleted it
     */
    public void settled(String kind, boolean corrected) {
        corrections.labelValues(kind).inc(corrected ? 1 : 0);
    }

    /**
     * A controller is going to run.
     *
     * @param controller its name in flags
     * @param results all words that {@link #reconciled} may get; shown with 0 from now on
     */
    public void expect(String controller, Collection<String> results) {
        results.forEach(result -> reconciliations.initLabelValues(controller, result));
    }

    /**
     * A controller has run.
     *
     * @param controller its name in flags
     * @param result one word for the kind of result
     */
    public void reconciled(String controller, String result, Duration took) {
        reconciliations.labelValues(controller, result).inc();
        durations.labelValues(controller).observe((double) took.toNanos() / TimeUnit.SECONDS.toNanos(1));
    }

    /** The workloads have been looked at. @param workloads how many there are in each state; a state without is 0 */
    public void rollouts(Map<RolloutState, Integer> workloads) {
        rollouts = Map.copyOf(workloads);
    }

    /** The trusted certificates are known. @param certificates how many there are in each group */
    public void trustedCas(Map<CertificateGroup, Integer> certificates) {
        trustedCas = Map.copyOf(certificates);
    }

    /** The cloud configuration is as desired. */
    public void cloudConfigSucceeded(Instant now) {
        cloudConfigSuccess = now;
    }

    private void registerGauges(PrometheusRegistry registry) {
        GaugeWithCallback.builder()
                .name("ccm_operator_rollouts")
                .help("Workloads of the cloud controller manager by the state of their rollout.")
                .labelNames("state")
                .callback(gauge -> rollouts.forEach((state, count) -> gauge.call(count, label(state))))
                .register(registry);
        GaugeWithCallback.builder()
                .name("ccm_operator_trusted_ca_certificates")
                .help("Certificates in ccm-trusted-ca by source and validity.")
                .labelNames("source", "state")
                .callback(
                        gauge -> trustedCas.forEach((group, count) -> gauge.call(count, group.source(), group.state())))
                .register(registry);
        GaugeWithCallback.builder()
                .name("ccm_operator_cloud_config_last_success_timestamp_seconds")
                .help("When the cloud configuration was last as desired, in seconds since 1970.")
                .callback(gauge -> {
                    Instant success = cloudConfigSuccess;
                    if (success != null) {
                        gauge.call(success.getEpochSecond());
                    }
                })
                .register(registry);
    }

    private static Counter.Builder counter(String name, String... labels) {
        // An example of a request would have to come from a tracer, and there is none.
        return Counter.builder().name(name).labelNames(labels).withoutExemplars();
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
