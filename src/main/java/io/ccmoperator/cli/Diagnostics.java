// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.assets.text.MessageText;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The lines on stderr: {@code error: }, {@code warning: } or {@code note: }, then the cause. */
final class Diagnostics {
    private Diagnostics() {}

    static void error(CommandLine command, String line) {
        print(command.getCommandSpec(), "error: ", line);
    }

    static void warning(CommandSpec command, String line) {
        print(command, "warning: ", line);
    }

    /** What a user may wonder about, and need not act on. */
    static void note(CommandSpec command, String line) {
        print(command, "note: ", line);
    }

    private static void print(CommandSpec command, String head, String line) {
        PrintWriter err = command.commandLine().getErr();
        err.println(head + MessageText.oneLine(line));
        err.flush();
    }
}
