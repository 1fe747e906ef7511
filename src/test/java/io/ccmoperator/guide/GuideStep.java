// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.guide;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A block of a guide that a reader acts upon. */
sealed interface GuideStep {
    /** The line of its first character, from 1. */
    int line();

    /**
     * A file that the reader writes.
     *
     * @param path relative to the folder in which the commands run
     */
    record ShownFile(int line, String path, String content) implements GuideStep {}

    /**
     * Commands that the reader types.
     *
     * @param commands in the order in which they run
     * @param reason why no test executes them; empty if one does
     * @param exitCode that of the last command where the guide states one
     */
    record Commands(int line, List<Command> commands, Optional<String> reason, OptionalInt exitCode)
            implements GuideStep {
        /** Whether a command starts a program, at its beginning or in a pipe. */
        boolean use(String program) {
            return commands.stream().anyMatch(command -> command.uses(program));
        }
    }

    /**
     * One or several lines for the shell.
     *
     * @param shown what the guide says it prints; empty where the guide shows the commands alone
     */
    record Command(String text, Optional<List<String>> shown) {
        boolean uses(String program) {
            return text.matches("(?s)(.*[|&;(\\n])?\\s*" + program + "\\b.*");
        }

        /** Whether the guide shows that the command fails. */
        boolean fails() {
            return shown.orElse(List.of()).stream().anyMatch(line -> line.startsWith("error: "));
        }
    }
}
