/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cli;

import java.util.ArrayList;
import java.util.List;

/** The list of providers as kubectl shows lists: columns in capitals, separated by blanks. */
final class ProviderTable {
    private static final List<String> HEAD = List.of(
            "NAME", "PLATFORM", "VARIANT", "OBJECTS", "BOOTSTRAP PODS", "CLOUD CONFIG", "TRANSFORMER", "IMAGE KEYS");
    private static final String GAP = "   ";

    private ProviderTable() {}

    static String of(List<ProviderSummary> providers) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        providers.stream().map(ProviderTable::row).forEach(rows::add);
        StringBuilder table = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String cell = row.get(column);
                line.append(cell)
                        .append(" ".repeat(width(rows, column) - cell.length()))
                        .append(GAP);
            }
            table.append(line.toString().stripTrailing()).append('\n');
        }
        return table.toString();
    }

    private static List<String> row(ProviderSummary provider) {
        return List.of(
                provider.name(),
                provider.platform(),
                orNone(provider.variant()),
                String.valueOf(provider.objects().size()),
                orNone(String.join(",", provider.bootstrapPods())),
                orNone(provider.cloudConfigSource()),
                orNone(provider.transformer()),
                orNone(String.join(",", provider.imageKeys())));
    }

    private static String orNone(String text) {
        return text.isEmpty() ? "<none>" : text;
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
