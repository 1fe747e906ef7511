// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class RuntimeMetricsTest {
    private final Measured measured = new Measured();

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "other systems do not describe a process in files")
    void measuresProcessLikeOperatingSystem() throws Exception {
        new RuntimeMetrics().bindTo(measured.registry);

        Map<String, Double> samples = measured.samples();

        double resident = samples.get("process_resident_memory_bytes");
        assertThat(resident).isBetween(10e6, samples.get("process_virtual_memory_bytes"));
        assertThat(samples.get("process_open_fds")).isBetween(3.0, samples.get("process_max_fds"));
        assertThat(Files.readString(Path.of("/proc/self/limits")))
                .containsPattern("Max open files +%.0f ".formatted(samples.get("process_max_fds")));
        assertThat(samples.get("process_cpu_seconds_total")).isPositive();
        assertThat(samples.get("process_start_time_seconds"))
                .isBetween(Instant.now().getEpochSecond() - 86_400.0, (double)
                        Instant.now().getEpochSecond());
    }

    @Test
    void measuresMemoryThreadsAndCollections() {
        new RuntimeMetrics().bindTo(measured.registry);

        Map<String, Double> samples = measured.samples();

        assertThat(samples.get("jvm_memory_used_bytes{area=\"heap\"}")).isPositive();
        assertThat(samples.get("jvm_threads_current")).isGreaterThan(1);
        assertThat(samples.keySet()).anyMatch(name -> name.startsWith("jvm_gc_collection_seconds_count{gc="));
    }
}
