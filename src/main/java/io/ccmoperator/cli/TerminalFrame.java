// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import java.util.List;

/**
 * Redraws a terminal with other lines. As many lines and columns are shown as the terminal has, whose size need not be
 * known: the lines are written from the last to the first, and all that are below the terminal meet in its last row, which the line
 * of that row replaces in the end. After a frame the terminal is as before, with the cursor below the lines.
 */
final class TerminalFrame {
    private static final String CONTROL = "\u001b[";
    private static final String CLEAR_BELOW = CONTROL + "J";
    private static final String CLEAR_LINE = CONTROL + "K";
    private static final String WRAP_OFF = CONTROL + "?7l";
    private static final String WRAP_ON = CONTROL + "?7h";

    private TerminalFrame() {}

    /** Escape sequences of ECMA-48, and DECAWM of the VT100. */
    static String of(String text) {
        List<String> lines = text.lines().toList();
        String below = row(lines.size() + 1);
        StringBuilder frame = new StringBuilder(WRAP_OFF).append(below).append(CLEAR_BELOW);
        for (int line = lines.size(); line > 0; line--) {
            frame.append(row(line)).append(CLEAR_LINE).append(lines.get(line - 1));
        }
        return frame.append(below).append(WRAP_ON).toString();
    }

    private static String row(int number) {
        return CONTROL + number + ";1H";
    }
}
