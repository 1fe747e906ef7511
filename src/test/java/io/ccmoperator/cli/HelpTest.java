// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/** The help of every command, whichever there are. */
class HelpTest {
    private static final int WIDTH = 80;

    static Stream<CommandSpec> commands() {
        CommandSpec program = program().getCommandSpec();
        return Stream.concat(
                Stream.of(program), program.subcommands().values().stream().map(CommandLine::getCommandSpec));
    }

    private static CommandLine program() {
        return CcmOperator.commandLine(variable -> null);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void fitsIntoEightyColumns(CommandSpec command) {
        String help = command.commandLine().getUsageMessage(Ansi.OFF);

        assertThat(help.lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WIDTH));
    }

    @ParameterizedTest
    @CsvSource({"'', 80", "wide, 80", "0, 60", "132, 132", "99999, 80"})
    void isAsWideAsShellExports(String exported, int columns) {
        assertThat(CcmOperator.commandLine(variable -> variable.equals("COLUMNS") ? exported : null, "status")
                        .getSubcommands()
                        .get("status")
                        .getUsageHelpWidth())
                .isEqualTo(columns);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void describesCommandAndEveryFlag(CommandSpec command) {
        assertThat(command.usageMessage().description()).isNotEmpty();

        assertThat(command.options())
                .filteredOn(option -> !option.hidden())
                .isNotEmpty()
                .allSatisfy(option -> assertThat(option.description())
                        .as(option.longestName())
                        .isNotEmpty());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void showsExamplesThatParse(CommandSpec command) {
        List<List<String>> examples = examples(command.commandLine().getUsageMessage(Ansi.OFF));

        assertThat(examples)
                .isNotEmpty()
                .allSatisfy(arguments -> program().parseArgs(arguments.toArray(String[]::new)));
        assertThat(examples)
                .allSatisfy(arguments -> assertThat(String.join(" ", arguments))
                        .startsWith(command.root() == command ? "" : command.name()));
    }

    /** The arguments of each example: what a shell would pass to the program. */
    private static List<List<String>> examples(String help) {
        assertThat(help).contains("\nExamples:\n");
        // Where a line is too long, the rest of it is at the margin, and is a command of its own for a shell.
        assertThat(help.substring(help.indexOf("\nExamples:\n") + 11).lines())
                .allSatisfy(line -> assertThat(line).matches("|  +\\S.*"));
        String section = help.substring(help.indexOf("\nExamples:\n") + 11).replaceAll("\\\\\\n\\s*", "");
        List<List<String>> examples = new ArrayList<>();
        section.lines()
                .filter(line -> line.contains("ccm-operator "))
                .map(line -> line.replaceFirst(".*?ccm-operator ", "").replaceFirst(" *[|<>)].*", ""))
                .forEach(line -> examples.add(List.of(line.split(" +"))));
        return examples;
    }
}
