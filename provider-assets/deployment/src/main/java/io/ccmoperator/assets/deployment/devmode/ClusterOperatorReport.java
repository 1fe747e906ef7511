// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.KubernetesObject;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Prints the conditions of the ClusterOperator as a table, each time that they say something else and nothing progresses. */
final class ClusterOperatorReport {
    private static final String NAME = "cloud-controller-manager";
    private static final String ROW = "  %-44s %-8s %-14s %s";

    private final ClusterClient client;
    private final PrintStream out;
    private List<List<String>> printed = List.of();

    ClusterOperatorReport(ClusterClient client, PrintStream out) {
        this.client = client;
        this.out = out;
    }

    /** Prints what is new. True when the ClusterOperator is Available, and neither Progressing nor Degraded. */
    boolean print() {
        GenericKubernetesResource clusterOperator = client.resources("config.openshift.io/v1", "ClusterOperator", "")
                .withName(NAME)
                .get();
        if (clusterOperator == null) {
            return false;
        }
        List<List<String>> conditions = conditions(new KubernetesObject(clusterOperator.getAdditionalProperties()));
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
        out.printf("%nClusterOperator %s%n", NAME);
        out.println(ROW.formatted("CONDITION", "STATUS", "REASON", "MESSAGE"));
        printed.forEach(row -> out.println(ROW.formatted(row.toArray()).stripTrailing()));
        out.println();
    }

    private static List<List<String>> conditions(KubernetesObject clusterOperator) {
        return clusterOperator.fields().maps("status", "conditions").stream()
                .map(ClusterOperatorReport::row)
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
