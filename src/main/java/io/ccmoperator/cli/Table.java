// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.assets.text.MessageText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Rows below a head.
 *
 * @param head names of the columns, in capitals
 * @param rows as many cells each as the head has; an empty cell is shown as {@code <none>}
 */
record Table(List<String> head, List<List<String>> rows) {
    private static final String GAP = "   ";

    Table {
        head = List.copyOf(head);
        rows = rows.stream().map(row -> row.stream().map(Table::cell).toList()).toList();
    }

    /** Columns of equal width, as kubectl shows lists. */
    @Override
    public String toString() {
        int[] widths = IntStream.range(0, head.size()).map(this::width).toArray();
        return Stream.concat(Stream.of(head), rows.stream())
                .map(cells -> line(cells, widths) + '\n')
                .collect(Collectors.joining());
    }

    private static String line(List<String> cells, int... widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = cells.get(column);
            line.append(cell).append(" ".repeat(widths[column] - cell.length())).append(GAP);
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        int widest =
                rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
        return Math.max(widest, head.get(column).length());
    }

    /** Any user who may create events writes their messages, which must not control a terminal. */
    private static String cell(String content) {
        return content.isEmpty() ? "<none>" : MessageText.oneLine(content);
    }
}
