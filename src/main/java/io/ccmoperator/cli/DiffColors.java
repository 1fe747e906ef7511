// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import java.util.List;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;

/** Colors of a unified diff, as git shows one. Nothing of the diff is read as markup. */
final class DiffColors {
    /** Action and object, and the names of both sides. */
    private static final int HEAD = 3;

    private DiffColors() {}

    /** @param diff of one object, each line with its newline */
    static String of(String diff, Ansi colors) {
        if (!colors.enabled()) {
            return diff;
        }
        StringBuilder colored = new StringBuilder();
        List<String> lines = diff.lines().toList();
        for (int line = 0; line < lines.size(); line++) {
            colored.append(line < HEAD ? in(Style.bold, lines.get(line)) : colored(lines.get(line)))
                    .append('\n');
        }
        return colored.toString();
    }

    private static String colored(String line) {
        return switch (line.isEmpty() ? ' ' : line.charAt(0)) {
            case '+' -> in(Style.fg_green, line);
            case '-' -> in(Style.fg_red, line);
            case '@' -> in(Style.fg_cyan, line);
            default -> line;
        };
    }

    private static String in(Style style, String line) {
        return style.on() + line + Style.reset.on();
    }
}
