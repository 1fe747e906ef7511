// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.assets.text.MessageText;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/** The lines on stderr that are not errors of usage: {@code error: }, {@code warning: } or {@code note: }, colored on a terminal, then the cause. */
final class Diagnostics {
    private Diagnostics() {}

    static void error(CommandLine command, String line) {
        print(command.getCommandSpec(), "@|bold,red error:|@ ", line);
    }

    static void warning(CommandSpec command, String line) {
        print(command, "@|bold,yellow warning:|@ ", line);
    }

    /** What a user may wonder about, and need not act on. */
    static void note(CommandSpec command, String line) {
        print(command, "@|bold note:|@ ", line);
    }

    /** What the command waits for, where a person at a terminal has to act. Nothing is printed anywhere else. */
    static void waiting(CommandSpec command, String line) {
        if (Terminal.of(command).is(Terminal.Stream.ERROR)) {
            print(command, "@|faint waiting:|@ ", line);
        }
    }

    /** Only the head is markup: a line may quote any input, and what others wrote. */
    private static void print(CommandSpec command, String head, String line) {
        Ansi colors = Terminal.of(command).colors(Terminal.Stream.ERROR);
        PrintWriter err = command.commandLine().getErr();
        err.println(colors.string(head) + MessageText.oneLine(line));
        err.flush();
    }
}
