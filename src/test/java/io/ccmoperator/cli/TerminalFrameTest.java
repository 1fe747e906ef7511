// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TerminalFrameTest {
    private static final Pattern PART = Pattern.compile("\u001b\\[(\\??\\d*)(?:;1)?([HJKlh])|[^\u001b]+");

    /** As much of a VT100 as a frame uses: rows and columns have limits, and so has the cursor. */
    private static final class Screen {
        private final String[] rows;
        private final int columns;
        private int row;
        private boolean wraps = true;

        private Screen(int rows, int columns) {
            this.rows = new String[rows];
            this.columns = columns;
            Arrays.fill(this.rows, "left over");
        }

        private Screen show(String text) {
            PART.matcher(TerminalFrame.of(text)).results().forEach(this::apply);
            return this;
        }

        private void apply(MatchResult part) {
            switch (part.group(2) == null ? "text" : part.group(2)) {
                case "H" -> row = Math.min(Integer.parseInt(part.group(1)), rows.length) - 1;
                case "J" -> Arrays.fill(rows, row, rows.length, "");
                case "K" -> rows[row] = "";
                case "l" -> wraps = false;
                case "h" -> wraps = true;
                default -> {
                    assertThat(wraps).as("lines wrap").isFalse();
                    assertThat(rows[row]).as("the row is clear").isEmpty();
                    rows[row] = part.group().substring(0, Math.min(part.group().length(), columns));
                }
            }
        }

        private List<String> lines() {
            return List.of(rows);
        }
    }

    private static String text(int lines) {
        return IntStream.rangeClosed(1, lines)
                .mapToObj(line -> "line " + line + "\n")
                .collect(Collectors.joining());
    }

    @Test
    void showsFirstLinesOnTerminalThatIsTooSmall() {
        Screen screen = new Screen(3, 80).show(text(40));

        assertThat(screen.lines()).containsExactly("line 1", "line 2", "line 3");
        assertThat(screen.row).isEqualTo(2);
    }

    @Test
    void clearsWhatIsBelowShorterText() {
        Screen screen = new Screen(4, 80).show(text(4)).show("only\n");

        assertThat(screen.lines()).containsExactly("only", "", "", "");
        assertThat(screen.row).isEqualTo(1);
    }

    @Test
    void showsTextThatFillsTerminal() {
        assertThat(new Screen(2, 80).show(text(2)).lines()).containsExactly("line 1", "line 2");
    }

    @Test
    void cutsLongLinesAndSwitchesWrappingOnAgain() {
        Screen screen = new Screen(2, 4).show("abcdefgh\nx\n");

        assertThat(screen.lines()).containsExactly("abcd", "x");
        assertThat(screen.wraps).isTrue();
    }
}
