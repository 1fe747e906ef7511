// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.assets.KubernetesObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Prints how long it took, whatever input was invalid, until objects were as before: a row an input, a column an object. */
final class RestoredTable {
    /** What is disturbed: all objects at once. */
    enum Phase {
        DELETED,
        EDITED,
        RESTARTED_AND_DELETED,
        RESTARTED_AND_EDITED
    }

    /**
     * What became of an input.
     *
     * @param said seconds until the operator said what is wrong; absent: it did not
     * @param back seconds from a restart until the operator repaired a first object; absent: it did not
     * @param restored of each phase that came, seconds by object
     */
    record Row(
            String name,
            Optional<Double> said,
            Optional<Double> back,
            Map<Phase, Map<KubernetesObject, Double>> restored) {}

    private static final String HEAD = "%-50s %6s %6s";
    private static final String COLUMN = " %-25s";

    private final List<KubernetesObject> objects;
    private final List<Row> rows = new ArrayList<>();

    RestoredTable(List<KubernetesObject> objects) {
        this.objects = objects;
    }

    void add(Row row) {
        rows.add(row);
        System.out.println(line(row));
    }

    /** Prints all rows. */
    void print() {
        System.out.println(
                "Seconds until an object was as before, when it had been deleted / edited, and the same after a restart of the operator; -: not in time");
        System.out.println(HEAD.formatted("input", "said", "back")
                + objects.stream()
                        .map(object -> COLUMN.formatted(LawScene.label(object)))
                        .collect(Collectors.joining()));
        rows.stream().map(this::line).forEach(System.out::println);
    }

    private String line(Row row) {
        return HEAD.formatted(row.name, seconds(row.said), seconds(row.back))
                + objects.stream()
                        .map(object -> COLUMN.formatted(row.restored.values().stream()
                                .map(phase -> seconds(Optional.ofNullable(phase.get(object))))
                                .collect(Collectors.joining("/"))))
                        .collect(Collectors.joining());
    }

    private static String seconds(Optional<Double> seconds) {
        return seconds.map(number -> String.format(Locale.ROOT, "%.2f", number)).orElse("-");
    }
}
