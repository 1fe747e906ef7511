// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.assets.text.MessageText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Help.Ansi;

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

    /** As the reader of the output needs it: {@link #aligned} on a terminal, {@link #separated} for another program. */
    String shownOn(Terminal terminal) {
        return shownOn(terminal, "bold");
    }

    /** The same with another style of the head, as Picocli's markup names styles. */
    String shownOn(Terminal terminal, String style) {
        return terminal.is(Terminal.Stream.OUTPUT)
                ? aligned(terminal.colors(Terminal.Stream.OUTPUT), style)
                : separated();
    }

    /** Columns of equal width, as kubectl shows lists. The head is bold where colors are on. */
    String aligned(Ansi colors) {
        return aligned(colors, "bold");
    }

    private String aligned(Ansi colors, String style) {
        int[] widths = IntStream.range(0, head.size()).map(this::width).toArray();
        StringBuilder table = new StringBuilder();
        table.append(colors.string("@|" + style + " " + line(head, widths) + "|@"))
                .append('\n');
        rows.forEach(row -> table.append(line(row, widths)).append('\n'));
        return table.toString();
    }

    /** Cells separated by tabs, so that other programs need not count blanks. */
    String separated() {
        List<List<String>> lines = new ArrayList<>();
        lines.add(head);
        lines.addAll(rows);
        return lines.stream().map(line -> String.join("\t", line) + '\n').collect(Collectors.joining());
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
