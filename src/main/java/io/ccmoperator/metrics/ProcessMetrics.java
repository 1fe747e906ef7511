/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the process uses, under the names that all Prometheus clients have. The Java client reads these by reflection, which
 * an executable has not. A value that the system does not tell is left out.
 */
final class ProcessMetrics {
    private static final Path SELF = Path.of("/proc/self");
    private static final Pattern OPEN_FILES_LIMIT = Pattern.compile("(?m)^Max open files\\s+(\\d+)");

    private ProcessMetrics() {}

    static void register(PrometheusRegistry registry) {
        CounterWithCallback.builder()
                .name("process_cpu_seconds_total")
                .help("Total user and system CPU time in seconds.")
                .callback(counter -> ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .ifPresent(used -> counter.call(seconds(used))))
                .register(registry);
        GaugeWithCallback.builder()
                .name("process_start_time_seconds")
                .help("When the process started, in seconds since 1970.")
                .callback(gauge -> ProcessHandle.current()
                        .info()
                        .startInstant()
                        .ifPresent(start -> gauge.call(seconds(Duration.between(Instant.EPOCH, start)))))
                .register(registry);
        gauge(registry, "process_resident_memory_bytes", "Memory in use, in bytes.", () -> status("VmRSS"));
        gauge(registry, "process_virtual_memory_bytes", "Address space, in bytes.", () -> status("VmSize"));
        gauge(registry, "process_open_fds", "Open file descriptors.", ProcessMetrics::openFiles);
        gauge(registry, "process_max_fds", "How many file descriptors may be open.", ProcessMetrics::maxOpenFiles);
    }

    private static void gauge(PrometheusRegistry registry, String name, String help, Supplier<OptionalDouble> value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(gauge -> value.get().ifPresent(gauge::call))
                .register(registry);
    }

    private static OptionalDouble status(String field) {
        OptionalDouble kibibytes = number("status", Pattern.compile("(?m)^" + field + ":\\s+(\\d+) kB$"));
        return kibibytes.isPresent() ? OptionalDouble.of(kibibytes.getAsDouble() * 1024) : kibibytes;
    }

    private static OptionalDouble maxOpenFiles() {
        return number("limits", OPEN_FILES_LIMIT);
    }

    private static OptionalDouble number(String file, Pattern pattern) {
        try {
            Matcher matcher = pattern.matcher(Files.readString(SELF.resolve(file)));
            return matcher.find() ? OptionalDouble.of(Double.parseDouble(matcher.group(1))) : OptionalDouble.empty();
        } catch (IOException e) {
            // Not on this system.
            return OptionalDouble.empty();
        }
    }

    private static OptionalDouble openFiles() {
        try (Stream<Path> files = Files.list(SELF.resolve("fd"))) {
            return OptionalDouble.of(files.count());
        } catch (IOException e) {
            // Not on this system.
            return OptionalDouble.empty();
        }
    }

    private static double seconds(Duration duration) {
        return (double) duration.toMillis() / TimeUnit.SECONDS.toMillis(1);
    }
}
