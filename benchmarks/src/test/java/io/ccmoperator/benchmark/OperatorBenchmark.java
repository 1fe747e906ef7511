// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.benchmark;

import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.RequiresApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Prints the table of docs/development/performance.md for one program or for two in turn. System properties: {@code benchmark.executable},
 * {@code benchmark.other} (see {@link Program#selected}), {@code benchmark.rows} (names of {@link Rows}, separated by commas),
 * {@code benchmark.runs} (5) and {@code benchmark.long-runs} (1, for rows that take minutes).
 */
@RequiresApiServer
class OperatorBenchmark {
    /** A command takes milliseconds: more samples cost little. */
    private static final int COMMANDS_PER_RUN = 4;

    private static final int REPAIRS_PER_RUN = 2;

    /** Groups of rows that are measured together. */
    private enum Rows {
        SIZE,
        COMMANDS,
        START,
        REPAIR,
        MEMORY,
        QUIET,
        PROFILE
    }

    @TempDir
    Path folder;

    private final List<Program> programs = Program.selected();
    private final Set<Rows> rows = rows();
    private final Measurements measurements = new Measurements(programs);

    @Test
    void measure() throws Exception {
        measurements.printHead();
        if (rows.contains(Rows.SIZE)) {
            programs.forEach(program -> measurements.add(Quantity.SIZE, program, program.megabytes()));
        }
        if (rows.contains(Rows.COMMANDS)) {
            new CommandMeasurement(Files.createDirectory(folder.resolve("commands")))
                    .measure(programs, COMMANDS_PER_RUN * runs(), measurements);
        }
        measurements.printRows();
        if (rows.contains(Rows.START) || rows.contains(Rows.REPAIR)) {
            for (int run = 0; run < runs(); run++) {
                for (Program program : programs) {
                    measureWork(program);
                }
            }
            measurements.printRows();
        }
        if (rows.contains(Rows.MEMORY) || rows.contains(Rows.QUIET)) {
            for (int run = 0; run < Integer.getInteger("benchmark.long-runs", 1); run++) {
                for (Program program : programs) {
                    measureIdleness(program);
                }
            }
            measurements.printRows();
        }
        if (rows.contains(Rows.PROFILE)) {
            for (Program program : programs) {
                profile(program);
            }
        }
    }

    private void profile(Program program) throws IOException, InterruptedException {
        new Profile(program, Files.createTempDirectory(folder, "profile")).print();
    }

    private void measureWork(Program program) throws IOException, InterruptedException {
        try (MeasuredOperator operator = MeasuredOperator.start(program, folder)) {
            double available = operator.secondsToAvailable();
            double cpu = operator.usage().cpuSeconds();
            List<AuditedRequest> requests = operator.requests();
            if (rows.contains(Rows.START)) {
                measurements.add(Quantity.CLOUD_CONF, program, operator.secondsToCreation(MeasuredOperator.CLOUD_CONF));
                measurements.add(Quantity.TRUSTED_CA, program, operator.secondsToCreation(MeasuredOperator.TRUSTED_CA));
                measurements.add(Quantity.DEPLOYMENT, program, operator.secondsToCreation(MeasuredOperator.DEPLOYMENT));
                measurements.add(Quantity.AVAILABLE, program, available);
                measurements.add(Quantity.CPU, program, cpu);
                measurements.add(Quantity.REQUESTS, program, requests.size());
                measurements.add(
                        Quantity.WRITES,
                        program,
                        requests.stream().filter(AuditedRequest::isWrite).count());
            }
            if (rows.contains(Rows.REPAIR)) {
                for (int repair = 0; repair < REPAIRS_PER_RUN; repair++) {
                    new RepairMeasurement(program, operator, measurements).measure();
                }
            }
        }
    }

    private void measureIdleness(Program program) throws IOException, InterruptedException {
        try (MeasuredOperator operator = MeasuredOperator.start(program, folder)) {
            operator.secondsToAvailable();
            IdleMeasurement idle = new IdleMeasurement(program, operator, measurements);
            idle.measureMemory();
            if (rows.contains(Rows.QUIET)) {
                idle.measureQuiet();
            }
            if (rows.contains(Rows.MEMORY)) {
                idle.measureCrowd();
            }
        }
    }

    private static int runs() {
        return Integer.getInteger("benchmark.runs", 5);
    }

    private static Set<Rows> rows() {
        String names = System.getProperty("benchmark.rows");
        if (names == null) {
            return EnumSet.complementOf(EnumSet.of(Rows.PROFILE));
        }
        return Arrays.stream(names.split(","))
                .map(name -> Rows.valueOf(name.strip().toUpperCase(Locale.ROOT)))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Rows.class)));
    }
}
