/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.Manifest;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Prints the conditions of the ClusterOperator as a table, each time that they say something else and nothing progresses. */
final class ClusterOperatorReport {
    private static final String PATH = "/apis/config.openshift.io/v1/clusteroperators/cloud-controller-manager";
    private static final String ROW = "  %-44s %-8s %-14s %s";

    private final ClusterClient client;
    private final PrintStream out;
    private List<List<String>> printed = List.of();

    ClusterOperatorReport(ClusterClient client, PrintStream out) {
        this.client = client;
        this.out = out;
    }

    /** Prints what is new. True when the ClusterOperator is Available, and neither Progressing nor Degraded. */
    boolean print() throws IOException {
        Optional<Manifest> found = client.get(PATH);
        if (found.isEmpty()) {
            return false;
        }
        List<List<String>> conditions = conditions(found.get());
        boolean settled = is(conditions, "Progressing", "False") || is(conditions, "Degraded", "True");
        if (settled && !conditions.equals(printed)) {
            printed = conditions;
            table(found.get());
        }
        return is(conditions, "Available", "True")
                && is(conditions, "Progressing", "False")
                && is(conditions, "Degraded", "False");
    }

    private void table(Manifest clusterOperator) {
        out.printf("%n%s%n", clusterOperator.display());
        out.println(ROW.formatted("CONDITION", "STATUS", "REASON", "MESSAGE"));
        printed.forEach(row -> out.println(ROW.formatted(row.toArray()).stripTrailing()));
        out.println();
    }

    private static List<List<String>> conditions(Manifest clusterOperator) {
        return clusterOperator.maps("status", "conditions").stream()
                .map(ClusterOperatorReport::row)
                .sorted(Comparator.comparing(row -> row.get(0)))
                .toList();
    }

    private static List<String> row(Map<String, Object> tree) {
        Manifest condition = new Manifest(tree);
        return List.of(
                condition.text("type"), condition.text("status"), condition.text("reason"), condition.text("message"));
    }

    private static boolean is(List<List<String>> conditions, String type, String status) {
        return conditions.stream()
                .anyMatch(row -> row.get(0).equals(type) && row.get(1).equals(status));
    }
}
