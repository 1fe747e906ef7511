// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.metrics.GaugeFamily;
import io.ccmoperator.serving.tls.ServingCertificate;
import io.ccmoperator.status.Condition;
import io.ccmoperator.status.ConditionType;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.prometheus.client.CollectorRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Metrics that are read from the process when they are scraped. */
final class StateMetrics {
    private static final List<String> STATUSES = List.of("True", "False", "Unknown");
    private static final Path STATUS_OF_PROCESS = Path.of("/proc/self/status");

    private final MeterRegistry registry;
    private final CollectorRegistry collectors;

    /**
     * @param registry where metrics without labels are registered
     * @param collectors those below the registry
     */
    StateMetrics(MeterRegistry registry, CollectorRegistry collectors) {
        this.registry = registry;
        this.collectors = collectors;
    }

    void info(String version, Supplier<String> platform) {
        polled(
                "ccm_operator_info",
                "The operator's release and the platform of its cluster; always 1.",
                () -> Map.of(Tags.of("version", version, "platform", platform.get()), 1));
    }

    void leader(BooleanSupplier leading) {
        Gauge.builder("ccm_operator_leader", () -> leading.getAsBoolean() ? 1 : 0)
                .description("1 for the process that leads, 0 for one that waits.")
                .strongReference(true)
                .register(registry);
    }

    void conditions(Function<ConditionType, Optional<Condition>> conditions) {
        polled(
                "ccm_operator_condition",
                "1 for what a condition of the ClusterOperator, or of the CloudControllerManager, says.",
                () -> Stream.of(ConditionType.values())
                        .flatMap(type -> conditions.apply(type).stream())
                        .collect(Collectors.toMap(StateMetrics::tags, condition -> 1)));
    }

    void cloudControllerManagerLease(Supplier<Optional<Instant>> renewed) {
        polled(
                "ccm_operator_ccm_lease_renew_timestamp_seconds",
                "When a cloud controller manager has last renewed its Lease, in seconds since 1970.",
                () -> renewed.get().stream().collect(Collectors.toMap(time -> Tags.empty(), Instant::getEpochSecond)));
    }

    void overrides(Supplier<Overrides> overrides) {
        polled(
                "ccm_operator_overrides",
                "1 for each field of the CloudControllerManager that is set.",
                () -> overrides.get().set().stream()
                        .collect(Collectors.toMap(field -> Tags.of("field", field), field -> 1)));
    }

    void servingCertificate(Supplier<Optional<ServingCertificate>> certificate) {
        polled(
                "ccm_operator_serving_certificate_not_after_timestamp_seconds",
                "When the certificate of the metrics endpoint expires, in seconds since 1970.",
                () -> certificate.get().stream()
                        .collect(Collectors.toMap(
                                served -> Tags.of("origin", served.origin().label()),
                                served -> served.notAfter().getEpochSecond())));
    }

    /** What none of Micrometer's binders has, and most of which an executable has beside its heap; not where there is no /proc. */
    void residentMemory() {
        if (Files.isReadable(STATUS_OF_PROCESS)) {
            Gauge.builder("process_resident_memory_bytes", StateMetrics::resident)
                    .description("Memory in use, in bytes.")
                    .strongReference(true)
                    .register(registry);
        }
    }

    private static double resident() {
        try (Stream<String> lines = Files.lines(STATUS_OF_PROCESS)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToDouble(line -> 1024 * Double.parseDouble(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void polled(String name, String help, Supplier<? extends Map<Tags, ? extends Number>> state) {
        new GaugeFamily(name, help, state).register(collectors);
    }

    private static Tags tags(Condition condition) {
        return Tags.of(
                "type",
                condition.type(),
                "status",
                STATUSES.contains(condition.status()) ? condition.status() : "Unknown",
                "reason",
                // One that another client has written does not become a label.
                Condition.REASONS.contains(condition.reason()) ? condition.reason() : "Other");
    }
}
