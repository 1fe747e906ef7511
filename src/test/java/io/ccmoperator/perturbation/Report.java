/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.perturbation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What runs came to, as a table. */
final class Report {
    private static final class Row {
        private final int writes;
        private int runs;
        private int differences;

        private Row(int writes) {
            this.writes = writes;
        }
    }

    private final Map<Scenario, Row> rows = new LinkedHashMap<>();
    private final List<String> failures = new ArrayList<>();

    void undisturbed(Scenario scenario, int writes) {
        rows.put(scenario, new Row(writes));
    }

    void disturbed(Scenario scenario, String step, String differences) {
        Row row = rows.get(scenario);
        row.runs++;
        if (!differences.isEmpty()) {
            row.differences++;
            failures.add(scenario + " " + step + ": " + differences);
        }
    }

    int runs() {
        return rows.values().stream().mapToInt(row -> row.runs).sum();
    }

    List<String> failures() {
        return failures;
    }

    void print(long seed) {
        System.out.printf(
                "Perturbations, seed %d%n%-26s %6s %6s %11s%n", seed, "scenario", "writes", "runs", "differences");
        rows.forEach((scenario, row) ->
                System.out.printf("%-26s %6d %6d %11d%n", scenario, row.writes, row.runs, row.differences));
        System.out.printf("%-26s %6s %6d %11d%n", "all", "", runs(), failures.size());
    }
}
