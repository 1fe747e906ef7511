// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.metrics;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/**
 * The resources of the process and its Java runtime, under the names of the Java client of Prometheus. Not all of its
 * metrics: an executable cannot measure many of the others, or does not have them. The binders of Micrometer have
 * other names.
 */
public final class RuntimeMetrics implements MeterBinder {
    // Of the object: those of a class would be of the Java runtime that builds the executable.
    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();

    /** Registers the meters. They refer to this object weakly: keep it as long as the registry. */
    @Override
    public void bindTo(MeterRegistry registry) {
        ProcessMetrics.register(registry);
        memory(registry, "jvm_memory_used_bytes", "Memory in use, in bytes.", MemoryUsage::getUsed);
        memory(
                registry,
                "jvm_memory_committed_bytes",
                "Memory taken from the system, in bytes.",
                MemoryUsage::getCommitted);
        memory(registry, "jvm_memory_max_bytes", "The limit of memory, in bytes; -1 for none.", MemoryUsage::getMax);
        Gauge.builder("jvm_threads_current", threads, ThreadMXBean::getThreadCount)
                .description("Threads.")
                .register(registry);
        for (GarbageCollectorMXBean collector : collectors) {
            FunctionTimer.builder(
                            "jvm_gc_collection_seconds",
                            collector,
                            GarbageCollectorMXBean::getCollectionCount,
                            GarbageCollectorMXBean::getCollectionTime,
                            TimeUnit.MILLISECONDS)
                    .description("Garbage collections and their time in seconds.")
                    .tag("gc", collector.getName())
                    .register(registry);
        }
    }

    private void memory(MeterRegistry registry, String name, String help, ToLongFunction<MemoryUsage> value) {
        Gauge.builder(name, memory, bean -> value.applyAsLong(bean.getHeapMemoryUsage()))
                .description(help)
                .tag("area", "heap")
                .register(registry);
        Gauge.builder(name, memory, bean -> value.applyAsLong(bean.getNonHeapMemoryUsage()))
                .description(help)
                .tag("area", "nonheap")
                .register(registry);
    }
}
