// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A completion script for fish, which cannot run the one of bash: a line {@code complete} for each command, flag and argument. Long
 * flags with one dash are accepted by the program, but not proposed.
 */
final class FishCompletion {
    private final String program;
    private final List<String> lines = new ArrayList<>();

    private FishCompletion(String program) {
        this.program = program;
    }

    /** The script for a program and its commands; what is hidden in the help is not proposed. */
    static String script(CommandSpec program) {
        FishCompletion completion = new FishCompletion(program.name());
        completion.lines.add("# Completion of " + program.name() + " for fish.");
        completion.lines.add("complete -c " + program.name() + " -f");
        completion.addArguments("__fish_use_subcommand", program);
        program.subcommands().forEach(completion::addCommand);
        return completion.lines.stream().map(line -> line + '\n').collect(Collectors.joining());
    }

    private void addCommand(String name, CommandLine commandLine) {
        CommandSpec command = commandLine.getCommandSpec();
        if (command.usageMessage().hidden()) {
            return;
        }
        add("__fish_use_subcommand", " -a " + name, command.usageMessage().description());
        addArguments("__fish_seen_subcommand_from " + name, command);
    }

    private void addArguments(String condition, CommandSpec command) {
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                add(condition, names(option) + value(option), option.description());
            }
        }
        for (PositionalParamSpec argument : command.positionalParameters()) {
            if (!argument.hidden()) {
                add(condition, candidates(argument), argument.description());
            }
        }
    }

    private void add(String condition, String completion, String... description) {
        lines.add("complete -c " + program + " -n " + quoted(condition) + completion + " -d "
                + quoted(summary(description)));
    }

    private static String names(OptionSpec option) {
        StringBuilder names = new StringBuilder();
        for (String name : option.names()) {
            if (name.startsWith("--")) {
                names.append(" -l ").append(name.substring(2));
            } else if (name.length() == 2) {
                names.append(" -s ").append(name.substring(1));
            }
        }
        return names.toString();
    }

    /** What follows a flag: -r a value, -x one that is no file, -F a file though the command takes none elsewhere. */
    private static String value(OptionSpec option) {
        if (option.arity().min() == 0) {
            return "";
        }
        if (option.type().equals(Path.class)) {
            return option.paramLabel().equals("DIR") ? " -x -a '(__fish_complete_directories)'" : " -r -F";
        }
        return " -x" + candidates(option);
    }

    private static String candidates(ArgSpec argument) {
        if (argument.completionCandidates() == null) {
            return "";
        }
        return " -a "
                + quoted(StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                        .collect(Collectors.joining(" ")));
    }

    /** The first sentence, without the default: a list of proposals has one line for each. */
    private static String summary(String... description) {
        String first = description.length == 0 ? "" : description[0];
        return first.replaceFirst("\\s*\\(default: .*", "").replaceFirst("\\.(\\s.*)?$", "");
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
