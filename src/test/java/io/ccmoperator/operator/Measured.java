/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a benchmark prints: one row a quantity, with the goal beside it. */
final class Measured {
    private Measured() {}

    static void print(String what, String value, String goal) {
        System.out.printf(Locale.ROOT, "%-62s %14s   goal %s%n", what, value, goal);
    }

    /** The median of several, in seconds. */
    static void printSeconds(String what, List<Long> nanos, String goal) {
        print(what, String.format(Locale.ROOT, "%.3f s", median(nanos) / 1e9), goal);
    }

    /** The median of several, in milliseconds. */
    static void printMillis(String what, List<Long> nanos, String goal) {
        print(what, String.format(Locale.ROOT, "%.1f ms", median(nanos) / 1e6), goal);
    }

    static long median(List<Long> values) {
        long[] sorted = values.stream().mapToLong(Long::longValue).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** Resident memory of a process, as Linux tells it. */
    static String residentMemory(long pid) {
        return String.format(Locale.ROOT, "%.1f MB", statusOf(pid, "VmRSS:") * 1024 / 1e6);
    }

    private static long statusOf(long pid, String field) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith(field))
                    .flatMap(line -> Arrays.stream(line.split("\\s+")))
                    .filter(word -> word.matches("[0-9]+"))
                    .mapToLong(Long::parseLong)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Processor time of a process so far. */
    static double cpuSeconds(long pid) {
        return ProcessHandle.of(pid)
                        .flatMap(process -> process.info().totalCpuDuration())
                        .orElseThrow()
                        .toMillis()
                / 1e3;
    }
}
