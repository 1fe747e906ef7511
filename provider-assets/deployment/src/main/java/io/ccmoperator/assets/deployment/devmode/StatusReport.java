// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.KubernetesObject;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Prints the conditions of the operator as a table, each time that they say something else and nothing progresses. */
final class StatusReport {
    private static final String ROW = "  %-44s %-8s %-14s %s";

    private final ClusterClient client;
    private final KubernetesObject reporting;
    private final PrintStream out;
    private List<List<String>> printed = List.of();

    /** @param reporting the object that has the conditions, by its name */
    StatusReport(ClusterClient client, KubernetesObject reporting, PrintStream out) {
        this.client = client;
        this.reporting = reporting;
        this.out = out;
    }

    /** Prints what is new. True when the operator is Available, and neither Progressing nor Degraded. */
    boolean print() {
        GenericKubernetesResource live = client.resources(reporting.apiVersion(), reporting.kind(), "")
                .withName(reporting.name())
                .get();
        if (live == null) {
            return false;
        }
        List<List<String>> conditions = conditions(new KubernetesObject(live.getAdditionalProperties()));
        boolean settled = is(conditions, "Progressing", "False") || is(conditions, "Degraded", "True");
        if (settled && !conditions.equals(printed)) {
            printed = conditions;
            table();
        }
        return is(conditions, "Available", "True")
                && is(conditions, "Progressing", "False")
                && is(conditions, "Degraded", "False");
    }

    private void table() {
        out.printf("%n%s%n", reporting.display());
        out.println(ROW.formatted("CONDITION", "STATUS", "REASON", "MESSAGE"));
        printed.forEach(row -> out.println(ROW.formatted(row.toArray()).stripTrailing()));
        out.println();
    }

    private static List<List<String>> conditions(KubernetesObject live) {
        return live.fields().maps("status", "conditions").stream()
                .map(StatusReport::row)
                .sorted(Comparator.comparing(row -> row.get(0)))
                .toList();
    }

    private static List<String> row(Map<String, Object> tree) {
        KubernetesObject condition = new KubernetesObject(tree);
        return List.of(
                condition.fields().string("type"),
                condition.fields().string("status"),
                condition.fields().string("reason"),
                condition.fields().string("message"));
    }

    private static boolean is(List<List<String>> conditions, String type, String status) {
        return conditions.stream()
                .anyMatch(row -> row.get(0).equals(type) && row.get(1).equals(status));
    }
}
