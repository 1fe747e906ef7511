// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import java.util.ArrayList;
import java.util.List;

/** Prints what the runs of each scenario came to, as rows of a table, and why runs failed. */
final class Report {
    private static final String ROW = "%-26s %6s %6s %6s %11s%n";

    /**
     * What the runs of a scenario came to.
     *
     * @param scenario its name
     * @param writes of the undisturbed run
     * @param runs with a perturbation
     * @param missed those of the runs that had ended before the write
     * @param failures one text for each run with another end
     */
    record Row(String scenario, int writes, int runs, int missed, List<String> failures) {}

    private final List<Row> rows = new ArrayList<>();

    /** Prints the head of the table. */
    Report(long seed, int parallel) {
        System.out.printf("Perturbations, seed %d, %d at the same time%n", seed, parallel);
        System.out.printf(ROW, "scenario", "writes", "runs", "missed", "differences");
    }

    void add(Row row) {
        rows.add(row);
        print(row);
        row.failures.forEach(System.out::println);
    }

    int runs() {
        return rows.stream().mapToInt(Row::runs).sum();
    }

    List<String> failures() {
        return rows.stream().flatMap(row -> row.failures.stream()).toList();
    }

    /** Prints the last row. */
    void printSum() {
        print(new Row(
                "all",
                rows.stream().mapToInt(Row::writes).sum(),
                runs(),
                rows.stream().mapToInt(Row::missed).sum(),
                failures()));
    }

    private static void print(Row row) {
        System.out.printf(ROW, row.scenario, row.writes, row.runs, row.missed, row.failures.size());
    }
}
