/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.metrics;

import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** What the process and its Java runtime use. */
public final class RuntimeMetrics {
    private RuntimeMetrics() {}

    /** Puts them into a registry. */
    public static void register(PrometheusRegistry registry) {
        ProcessMetrics.register(registry);
        JvmMemoryMetrics.builder().register(registry);
        JvmThreadsMetrics.builder().register(registry);
        JvmGarbageCollectorMetrics.builder().register(registry);
    }
}
