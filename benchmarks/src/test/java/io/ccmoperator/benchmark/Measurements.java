// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.benchmark;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Samples of each quantity and program, printed as rows of a Markdown table. */
final class Measurements {
    private final List<Program> programs;
    private final Map<Quantity, Map<Program, List<Double>>> samples = new EnumMap<>(Quantity.class);

    Measurements(List<Program> programs) {
        this.programs = programs;
    }

    void add(Quantity quantity, Program program, double value) {
        samples.computeIfAbsent(quantity, key -> new LinkedHashMap<>())
                .computeIfAbsent(program, key -> new ArrayList<>())
                .add(value);
    }

    /** The head of the table: a column for each program, and one for the ratio where there are two. */
    void printHead() {
        System.out.println();
        programs.forEach(program -> System.out.println(program.label() + ": " + String.join(" ", program.command())));
        System.out.printf(
                Locale.ROOT,
                "%d processors, load average %.1f%n",
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        System.out.println();
        List<String> columns = new ArrayList<>(List.of("median of", "goal"));
        programs.forEach(program -> columns.add(program.label()));
        if (programs.size() > 1) {
            columns.add("ratio");
        }
        print("what", columns);
        print("---", columns.stream().map(column -> "---").toList());
    }

    /** Prints the rows that have been measured since the last call. */
    void printRows() {
        samples.forEach((quantity, values) -> {
            List<String> columns = new ArrayList<>();
            columns.add(String.valueOf(
                    values.values().stream().mapToInt(List::size).max().orElse(0)));
            columns.add(quantity.goal());
            programs.forEach(program -> columns.add(quantity.format(median(values.get(program)))));
            if (programs.size() > 1) {
                columns.add(ratio(median(values.get(programs.get(0))), median(values.get(programs.get(1)))));
            }
            print(quantity.what(), columns);
        });
        samples.clear();
    }

    /** The middle value, or the mean of the two in the middle. */
    static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static String ratio(double first, double second) {
        return second == 0 ? "-" : String.format(Locale.ROOT, "%.2f", first / second);
    }

    private static void print(String what, List<String> columns) {
        System.out.printf(
                Locale.ROOT,
                "| %-56s |%s%n",
                what,
                columns.stream()
                        .map(column -> String.format(Locale.ROOT, " %10s |", column))
                        .collect(Collectors.joining()));
    }
}
