// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.prometheus.client.CollectorRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The metrics that the components of the operator record; docs/metrics.md describes each. No label has values from the
 * cluster, so that the number of series is bounded. Safe for use by several threads.
 */
public final class OperatorMetrics {
    /** From what a converged cluster takes to what a server takes that hardly answers; milliseconds. */
    private static final long[] BUCKETS = {1, 5, 10, 50, 100, 500, 1_000, 5_000, 10_000, 60_000};

    private final MeterProvider<Counter> requests;
    private final MeterProvider<Counter> writes;
    private final MeterProvider<Counter> corrections;
    private final MeterProvider<Counter> contested;
    private final MeterProvider<Counter> reconciliations;
    private final MeterProvider<Timer> durations;
    private volatile Map<Tags, Integer> rollouts = Map.of();
    private volatile Map<Tags, Integer> trustedCas = Map.of();
    private volatile Map<Tags, Long> cloudConfigSuccess = Map.of();

    /** How an object was written. */
    public enum Write {
        CREATE,
        UPDATE,
        PATCH,
        DELETE
    }

    /** The progress of the rollout of a workload, and whether it works. */
    public enum RolloutState {
        COMPLETE,
        PROGRESSING,
        STALLED,
        FAILING
    }

    /**
     * Certificates that are counted together.
     *
     * @param source where they come from
     * @param state where they are in their validity
     */
    public record CertificateGroup(String source, String state) {}

    /**
     * Each metric is shown when it first has a value.
     *
     * @param registry where counters and timers are registered
     * @param collectors those below the registry
     */
    public OperatorMetrics(MeterRegistry registry, CollectorRegistry collectors) {
        requests = counter(
                registry,
                "ccm_operator_api_requests_total",
                "Requests to the API server by verb and HTTP status; code none where no answer came.");
        writes = counter(registry, "ccm_operator_resource_writes_total", "Objects written to the API server.");
        corrections = counter(
                registry,
                "ccm_operator_drift_corrections_total",
                "Objects restored after another client had changed or deleted them.");
        contested = counter(
                registry,
                "ccm_operator_contested_corrections_total",
                "Objects restored more than ten times within a minute, which another client keeps overwriting.");
        reconciliations =
                counter(registry, "ccm_operator_reconciliations_total", "Reconciliations by controller and result.");
        durations = Timer.builder("ccm_operator_reconciliation_duration_seconds")
                .description("How long reconciliations take.")
                .serviceLevelObjectives(
                        LongStream.of(BUCKETS).mapToObj(Duration::ofMillis).toArray(Duration[]::new))
                .withRegistry(registry);
        new GaugeFamily(
                        "ccm_operator_rollouts",
                        "Workloads of the cloud controller manager by the state of their rollout.",
                        () -> rollouts)
                .register(collectors);
        new GaugeFamily(
                        "ccm_operator_trusted_ca_certificates",
                        "Certificates in ccm-trusted-ca by source and validity.",
                        () -> trustedCas)
                .register(collectors);
        new GaugeFamily(
                        "ccm_operator_cloud_config_last_success_timestamp_seconds",
                        "When the cloud configuration was last as desired, in seconds since 1970.",
                        () -> cloudConfigSuccess)
                .register(collectors);
    }

    /**
     * A request was answered, or was not.
     *
     * @param verb get, watch, create, update, patch or delete
     * @param code the HTTP status; 0 when no answer came
     */
    public void requested(String verb, int code) {
        requests.withTags("verb", verb, "code", code == 0 ? "none" : Integer.toString(code))
                .increment();
    }

    /**
     * An object was written.
     *
     * @param kind of the object, such as Deployment
     */
    public void written(String kind, Write action) {
        writes.withTags("kind", kind, "action", label(action)).increment();
    }

    /**
     * An object is as desired. A kind that was never corrected is shown with 0: the step from nothing to 1 is one that
     * Prometheus does not see.
     *
     * @param kind of the object, such as Deployment
     * @param corrected whether it was restored because another client had changed or deleted it
     * @param isContested whether that was so often that another client must keep overwriting it
     */
    public void settled(String kind, boolean corrected, boolean isContested) {
        corrections.withTags("kind", kind).increment(corrected ? 1 : 0);
        contested.withTags("kind", kind).increment(isContested ? 1 : 0);
    }

    /**
     * A controller is going to run.
     *
     * @param controller its name in flags
     * @param results all words that {@link #reconciled} may get; shown with 0 from now on
     */
    public void expect(String controller, Collection<String> results) {
        results.forEach(result -> reconciliations.withTags("controller", controller, "result", result));
    }

    /**
     * A controller has run.
     *
     * @param controller its name in flags
     * @param result one word for the kind of result
     */
    public void reconciled(String controller, String result, Duration took) {
        reconciliations.withTags("controller", controller, "result", result).increment();
        durations.withTags("controller", controller).record(took);
    }

    /** The workloads have been looked at. @param workloads how many there are in each state; a state without is 0 */
    public void rollouts(Map<RolloutState, Integer> workloads) {
        rollouts = tagged(workloads, state -> Tags.of("state", label(state)));
    }

    /** The trusted certificates are known. @param certificates how many there are in each group */
    public void trustedCas(Map<CertificateGroup, Integer> certificates) {
        trustedCas = tagged(certificates, group -> Tags.of("source", group.source(), "state", group.state()));
    }

    /** The cloud configuration is as desired. */
    public void cloudConfigSucceeded(Instant now) {
        cloudConfigSuccess = Map.of(Tags.empty(), now.getEpochSecond());
    }

    private static MeterProvider<Counter> counter(MeterRegistry registry, String name, String help) {
        return Counter.builder(name).description(help).withRegistry(registry);
    }

    private static <K> Map<Tags, Integer> tagged(Map<K, Integer> counts, Function<K, Tags> tags) {
        return counts.entrySet().stream()
                .collect(Collectors.toMap(count -> tags.apply(count.getKey()), Map.Entry::getValue));
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
