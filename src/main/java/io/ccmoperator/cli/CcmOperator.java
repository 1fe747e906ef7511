/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cli;

import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;

/**
 * The program. Arguments are parsed before anything else: a one-shot command is done without Quarkus being started.
 */
@QuarkusMain
@Command(
        name = "ccm-operator",
        description = {
            "Installs, configures and manages the cloud controller manager of an OpenShift cluster.",
            "",
            "Each flag can be set by an environment variable as well: --dest-dir by CCM_OPERATOR_DEST_DIR.",
            "Colors are used on a terminal only, and not at all where NO_COLOR is set.",
            ""
        },
        subcommands = {
            RunCommand.class,
            RenderCommand.class,
            ManifestsCommand.class,
            DiffCommand.class,
            StatusCommand.class,
            CloudConfigCommand.class,
            ProvidersCommand.class,
            InjectAzureCredentialsCommand.class,
            GenerateCompletionCommand.class,
        },
        versionProvider = BuildVersion.class,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:failed", "2:wrong usage", "3, 4:of diff and status, see their help"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  ccm-operator diff",
            "  ccm-operator status",
            "  ccm-operator providers",
            "  ccm-operator render --help"
        })
public final class CcmOperator {
    private final Terminal terminal;

    /** For a process, and for tools that read the commands. */
    CcmOperator() {
        this(Terminal.ofProcess(System::getenv));
    }

    private CcmOperator(Terminal terminal) {
        this.terminal = terminal;
    }

    Terminal terminal() {
        return terminal;
    }

    /** Runs the command that the arguments name, and ends the process with its exit code. */
    public static void main(String... args) {
        int exitCode = execute(args);
        // Development mode starts the program again in the same virtual machine.
        if (exitCode != 0 || LaunchMode.current() != LaunchMode.DEVELOPMENT) {
            System.exit(exitCode);
        }
    }

    private static int execute(String... args) {
        CommandLine commandLine = commandLine(System::getenv);
        int exitCode = execute(commandLine, args);
        // Streams that print keep their failures to themselves: a full disk, a pipe without a reader.
        if (System.out.checkError()) {
            Diagnostics.error(
                    commandLine,
                    "standard output: cannot be written; free space on the disk, or keep the pipe's reader");
            return Math.max(exitCode, 1);
        }
        return exitCode;
    }

    /** Picocli does not handle errors other than exceptions. */
    private static int execute(CommandLine commandLine, String... args) {
        try {
            return commandLine.execute(args);
        } catch (OutOfMemoryError e) {
            return Failures.outOfMemory(commandLine);
        }
    }

    static CommandLine commandLine(UnaryOperator<String> environment) {
        return commandLine(Terminal.ofProcess(environment), environment);
    }

    static CommandLine commandLine(Terminal terminal, UnaryOperator<String> environment) {
        CommandLine commandLine = new CommandLine(new CcmOperator(terminal));
        commandLine.getSubcommands().get("inject-azure-credentials").registerConverter(boolean.class, new GoBoolean());
        return readingValues(commandLine, environment)
                .setOut(utf8(System.out))
                .setErr(utf8(System.err))
                .setColorScheme(Help.defaultColorScheme(terminal.colors(Terminal.Stream.OUTPUT)))
                .setParameterExceptionHandler(Failures::wrongUsage)
                .setExecutionExceptionHandler(Failures::failed);
    }

    /** How values of flags are read. */
    static CommandLine readingValues(CommandLine commandLine, UnaryOperator<String> environment) {
        return commandLine
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setDefaultValueProvider(new EnvironmentDefaults(environment));
    }

    /** The same bytes everywhere: containers have no locale, and there Java would print question marks. */
    private static PrintWriter utf8(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }
}
