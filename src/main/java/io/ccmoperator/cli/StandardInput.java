// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import java.nio.file.Path;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Standard input where a flag names a file. Several manifests can be in it, but nothing beside what is no manifest. */
final class StandardInput {
    /** The file {@code -}. */
    static final Path FILE = Path.of("/dev/stdin");

    private StandardInput() {}

    /**
     * Makes sure that only one flag reads standard input.
     *
     * @param flag the one that reads it, given or not
     * @throws ParameterException if another flag names it, too
     */
    static void requireAlone(CommandSpec command, String flag) {
        String others = command.options().stream()
                .filter(option -> FILE.equals(option.getValue()))
                .map(OptionSpec::longestName)
                .filter(name -> !name.equals(flag))
                .sorted()
                .collect(Collectors.joining(", "));
        if (!others.isEmpty()) {
            throw new ParameterException(
                    command.commandLine(),
                    "standard input is read for " + flag + ", so it cannot have the file of " + others
                            + ", too; name another file");
        }
    }
}
