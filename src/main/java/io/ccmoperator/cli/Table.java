// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.assets.text.MessageText;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;

/**
 * Rows below a head.
 *
 * @param head names of the columns, in capitals
 * @param rows as many cells each as the head has; an empty cell is shown as {@code <none>}
 */
record Table(List<String> head, List<List<String>> rows) {
    private static final ColorScheme PLAIN = Help.defaultColorScheme(Ansi.OFF);
    private static final int GAP = 3;

    /** Of a last column for which there is no room. */
    private static final int NARROWEST = 10;

    Table {
        head = List.copyOf(head);
        rows = rows.stream().map(row -> row.stream().map(Table::cell).toList()).toList();
    }

    /** Columns of equal width, as kubectl shows lists. */
    @Override
    public String toString() {
        return String.join("", within(Integer.MAX_VALUE));
    }

    /** The head and each row, with the last column wrapped where a line would be longer. */
    List<String> within(int width) {
        int last = head.size() - 1;
        int left = width - IntStream.range(0, last).map(i -> width(i) + GAP).sum();
        Column[] columns = IntStream.rangeClosed(0, last)
                .map(i -> i < last ? width(i) + GAP : Math.min(width(i), Math.max(left, NARROWEST)))
                .mapToObj(columnWidth -> new Column(columnWidth, 0, Overflow.WRAP))
                .toArray(Column[]::new);
        return Stream.concat(Stream.of(head), rows.stream())
                .map(cells -> text(cells, columns))
                .toList();
    }

    /** Lines that are indented and not longer. */
    static String paragraph(String line, int indent, int width) {
        return text(List.of(line), new Column(width, indent, Overflow.WRAP));
    }

    private static String text(List<String> cells, Column... columns) {
        TextTable table = TextTable.forColumns(PLAIN, columns);
        table.indentWrappedLines = 0;
        // What it takes for a string it would read as markup.
        table.addRowValues(
                cells.stream().map(cell -> PLAIN.apply(cell, List.of())).toArray(Text[]::new));
        return table.toString();
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
