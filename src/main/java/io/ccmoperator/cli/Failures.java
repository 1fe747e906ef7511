// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.assets.text.Credentials;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.output.OutputException;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The lines on stderr of a failed command: one line a cause. */
final class Failures {
    private Failures() {}

    /** Exit code 2: the arguments are wrong. */
    static int wrongUsage(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        Diagnostics.error(command, failure.getMessage());
        UnmatchedArgumentException.printSuggestions(failure, err);
        err.println("See '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.USAGE;
    }

    /** Exit code 1: the command could not do its work. */
    static int failed(Exception failure, CommandLine command, ParseResult arguments) {
        if (failure instanceof InvalidInputException invalid) {
            invalid.lines().forEach(line -> Diagnostics.error(command, line));
        } else if (failure instanceof ApiException request) {
            Diagnostics.error(command, request.withRemedy());
        } else if (failure instanceof OutputException output) {
            output.lines().forEach(line -> Diagnostics.error(command, line));
        } else {
            Diagnostics.error(command, "internal error in ccm-operator; please report it: " + failure);
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace, true));
            command.getErr().print(Credentials.masked(trace.toString()));
        }
        return ExitCode.SOFTWARE;
    }

    /** Exit code 1: an input needs more than the maximum heap, though all of them are limited in size. */
    static int outOfMemory(CommandLine command) {
        Diagnostics.error(
                command,
                "out of memory: the command needs more than the maximum heap of "
                        + (Runtime.getRuntime().maxMemory() >> 20)
                        + " MiB; use smaller files, or give it more, for example with -Xmx1g");
        return ExitCode.SOFTWARE;
    }
}
