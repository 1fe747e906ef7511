/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.metrics;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.SummaryWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Quantiles;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/**
 * What the process and its Java runtime use, under the names that the Java client of Prometheus has. Not all that that one
 * has: much of it an executable cannot tell, or has none of.
 */
public final class RuntimeMetrics {
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

    private RuntimeMetrics() {}

    /** Puts them into a registry. */
    public static void register(PrometheusRegistry registry) {
        ProcessMetrics.register(registry);
        memory(registry, "jvm_memory_used_bytes", "Memory in use, in bytes.", MemoryUsage::getUsed);
        memory(
                registry,
                "jvm_memory_committed_bytes",
                "Memory taken from the system, in bytes.",
                MemoryUsage::getCommitted);
        memory(registry, "jvm_memory_max_bytes", "The limit of memory, in bytes; -1 for none.", MemoryUsage::getMax);
        GaugeWithCallback.builder()
                .name("jvm_threads_current")
                .help("Threads.")
                .callback(
                        gauge -> gauge.call(ManagementFactory.getThreadMXBean().getThreadCount()))
                .register(registry);
        SummaryWithCallback.builder()
                .name("jvm_gc_collection_seconds")
                .help("Garbage collections and their time in seconds.")
                .labelNames("gc")
                .callback(summary -> ManagementFactory.getGarbageCollectorMXBeans()
                        .forEach(gc -> summary.call(
                                gc.getCollectionCount(),
                                (double) gc.getCollectionTime() / TimeUnit.SECONDS.toMillis(1),
                                Quantiles.EMPTY,
                                gc.getName())))
                .register(registry);
    }

    private static void memory(
            PrometheusRegistry registry, String name, String help, ToLongFunction<MemoryUsage> value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames("area")
                .callback(gauge -> {
                    gauge.call(value.applyAsLong(MEMORY.getHeapMemoryUsage()), "heap");
                    gauge.call(value.applyAsLong(MEMORY.getNonHeapMemoryUsage()), "nonheap");
                })
                .register(registry);
    }
}
