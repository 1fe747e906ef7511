/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import io.ccmoperator.serving.tls.ServedCertificate;
import io.ccmoperator.status.Condition;
import io.ccmoperator.status.ConditionType;
import io.ccmoperator.status.Controller;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/** Metrics that are read from the process when somebody asks for them. */
final class StateMetrics {
    /** The reasons that this operator gives. One that somebody else has written does not become a label. */
    private static final List<String> REASONS =
            List.of(Condition.AS_EXPECTED, Condition.SYNCING_FAILED, Condition.SYNCING_RESOURCES);

    private static final List<String> STATUSES = List.of("True", "False", "Unknown");

    private final PrometheusRegistry registry;

    StateMetrics(PrometheusRegistry registry) {
        this.registry = registry;
    }

    void info(String version, Supplier<String> platform) {
        registry.register(() -> InfoSnapshot.builder()
                .name("ccm_operator")
                .help("The operator's release and the platform of its cluster; always 1.")
                .dataPoint(InfoDataPointSnapshot.builder()
                        .labels(Labels.of("version", version, "platform", platform.get()))
                        .build())
                .build());
    }

    void leader(BooleanSupplier leading) {
        GaugeWithCallback.builder()
                .name("ccm_operator_leader")
                .help("1 for the process that leads, 0 for one that waits.")
                .callback(gauge -> gauge.call(leading.getAsBoolean() ? 1 : 0))
                .register(registry);
    }

    void conditions(Function<ConditionType, Optional<Condition>> conditions) {
        GaugeWithCallback.builder()
                .name("ccm_operator_condition")
                .help("1 for what a condition of the ClusterOperator says.")
                .labelNames("type", "status", "reason")
                .callback(gauge -> {
                    for (ConditionType type : ConditionType.values()) {
                        conditions.apply(type).ifPresent(condition -> tell(gauge, condition));
                    }
                })
                .register(registry);
    }

    void queue(Map<Controller, ControllerRuntime> controllers) {
        GaugeWithCallback.builder()
                .name("ccm_operator_reconciliation_queue")
                .help("1 where a reconciliation has been asked for and has not begun.")
                .labelNames("controller")
                .callback(gauge -> controllers.forEach(
                        (controller, runtime) -> gauge.call(runtime.isAwaited() ? 1 : 0, controller.text())))
                .register(registry);
    }

    void servingCertificate(Supplier<Optional<ServedCertificate>> certificate) {
        GaugeWithCallback.builder()
                .name("ccm_operator_serving_certificate_not_after_timestamp_seconds")
                .help("When the certificate of the metrics endpoint expires, in seconds since 1970.")
                .labelNames("origin")
                .callback(gauge -> certificate
                        .get()
                        .ifPresent(served -> gauge.call(
                                served.notAfter().getEpochSecond(),
                                served.origin().label())))
                .register(registry);
    }

    private static void tell(GaugeWithCallback.Callback gauge, Condition condition) {
        gauge.call(
                1,
                condition.type(),
                STATUSES.contains(condition.status()) ? condition.status() : "Unknown",
                REASONS.contains(condition.reason()) ? condition.reason() : "Other");
    }
}
