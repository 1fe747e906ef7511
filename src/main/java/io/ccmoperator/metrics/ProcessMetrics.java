// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The resources of the process, under the names of all Prometheus clients. The binders of Micrometer have other
 * names, and read these by reflection, which an executable does not have. A value that the system does not
 * report is left out.
 */
final class ProcessMetrics {
    private static final Path SELF = Path.of("/proc/self");
    private static final Pattern OPEN_FILES_LIMIT = Pattern.compile("(?m)^Max open files\\s+(\\d+)");

    private ProcessMetrics() {}

    static void register(MeterRegistry registry) {
        if (cpu().isPresent()) {
            FunctionCounter.builder("process_cpu_seconds_total", SELF, self -> cpu().orElse(Double.NaN))
                    .description("Total user and system CPU time in seconds.")
                    .register(registry);
        }
        gauge(
                registry,
                "process_start_time_seconds",
                "When the process started, in seconds since 1970.",
                ProcessMetrics::start);
        gauge(registry, "process_resident_memory_bytes", "Memory in use, in bytes.", () -> status("VmRSS"));
        gauge(registry, "process_virtual_memory_bytes", "Address space, in bytes.", () -> status("VmSize"));
        gauge(registry, "process_open_fds", "Open file descriptors.", ProcessMetrics::openFiles);
        gauge(registry, "process_max_fds", "How many file descriptors may be open.", ProcessMetrics::maxOpenFiles);
    }

    private static void gauge(MeterRegistry registry, String name, String help, Supplier<OptionalDouble> value) {
        // What the system reports once, it reports always.
        if (value.get().isPresent()) {
            Gauge.builder(name, () -> value.get().orElse(Double.NaN))
                    .description(help)
                    .strongReference(true)
                    .register(registry);
        }
    }

    private static OptionalDouble cpu() {
        return seconds(ProcessHandle.current().info().totalCpuDuration());
    }

    private static OptionalDouble start() {
        return seconds(
                ProcessHandle.current().info().startInstant().map(start -> Duration.between(Instant.EPOCH, start)));
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

    private static OptionalDouble seconds(Optional<Duration> duration) {
        return duration.stream()
                .mapToDouble(known -> (double) known.toMillis() / TimeUnit.SECONDS.toMillis(1))
                .findFirst();
    }
}
