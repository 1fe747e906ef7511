// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * The program. Arguments are parsed before anything else: a one-shot command is done without Quarkus being started.
 */
@QuarkusMain
@Command(
        name = "ccm-operator",
        description = {
            "Installs, configures and manages the cloud controller manager of a Kubernetes or OpenShift cluster.",
            "",
            "Each flag can be set by an environment variable as well: --dest-dir by CCM_OPERATOR_DEST_DIR.",
            "Help and status have colors on a terminal, but not where NO_COLOR is set.",
            ""
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
public class CcmOperator {
    /** The program with all of its commands. The model of one command takes longer than most commands themselves. */
    @Command(
            subcommands = {
                RunCommand.class,
                RenderCommand.class,
                ManifestsCommand.class,
                DiffCommand.class,
                StatusCommand.class,
                RemoveCommand.class,
                CloudConfigCommand.class,
                ProvidersCommand.class,
                InjectAzureCredentialsCommand.class,
                GenerateCompletionCommand.class,
            })
    static final class WithAllCommands extends CcmOperator {}

    /** Runs the command that the arguments name, and ends the process with its exit code. */
    public static void main(String... args) {
        int exitCode = execute(args.length == 0 ? new String[] {"--help"} : args);
        // Development mode starts the program again in the same virtual machine.
        if (exitCode != 0 || LaunchMode.current() != LaunchMode.DEVELOPMENT) {
            System.exit(exitCode);
        }
    }

    private static int execute(String... args) {
        CommandLine commandLine = commandLine(System::getenv, args);
        int exitCode = execute(commandLine, args);
        // Streams that print keep their failures to themselves. That of a pipe is that its reader, such as head, has
        // ended.
        if (System.out.checkError() && !isPipe()) {
            Diagnostics.error(commandLine, "standard output: cannot be written; free space on the disk");
            return Math.max(exitCode, 1);
        }
        return exitCode;
    }

    /** Where the operating system does not say, the failure is reported. */
    private static boolean isPipe() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString().startsWith("pipe:");
        } catch (IOException e) {
            return false;
        }
    }

    /** Picocli does not handle errors other than exceptions. */
    private static int execute(CommandLine commandLine, String... args) {
        try {
            return commandLine.execute(args);
        } catch (OutOfMemoryError e) {
            return Failures.outOfMemory(commandLine);
        }
    }

    /** @param args name the command that is needed; without one all of them are, for help, and for what is spelt similarly */
    static CommandLine commandLine(UnaryOperator<String> environment, String... args) {
        Optional<Class<?>> called = called(args);
        boolean one = called.isPresent() || List.of("--version", "-V").contains(args.length > 0 ? args[0] : "");
        CommandLine commandLine = new CommandLine(one ? new CcmOperator() : new WithAllCommands());
        called.ifPresent(commandLine::addSubcommand);
        Optional.ofNullable(commandLine.getSubcommands().get("inject-azure-credentials"))
                .ifPresent(command -> command.registerConverter(boolean.class, new GoBoolean()));
        return readingValues(commandLine, environment)
                .setUsageHelpWidth(columns(environment.apply("COLUMNS")))
                .setOut(utf8(System.out))
                .setErr(utf8(System.err))
                .setParameterExceptionHandler(Failures::wrongUsage)
                .setExecutionExceptionHandler(Failures::failed);
    }

    /** Of a terminal whose shell exports them; 80 elsewhere, and never fewer than help needs. */
    private static int columns(String exported) {
        return exported != null && exported.matches("[0-9]{1,4}") ? Math.max(Integer.parseInt(exported), 60) : 80;
    }

    /** The command that the first argument names; none for one that is about all commands. */
    private static Optional<Class<?>> called(String... args) {
        return Stream.of(WithAllCommands.class.getAnnotation(Command.class).subcommands())
                .filter(command -> args.length > 0
                        && command != GenerateCompletionCommand.class
                        && command.getAnnotation(Command.class).name().equals(args[0]))
                .findFirst();
    }

    /** How values of flags are read. */
    static CommandLine readingValues(CommandLine commandLine, UnaryOperator<String> environment) {
        return commandLine
                // Standard input, as kubectl has it.
                .registerConverter(Path.class, name -> name.equals("-") ? StandardInput.FILE : Path.of(name))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setDefaultValueProvider(new EnvironmentDefaults(environment));
    }

    /** The same bytes everywhere: containers have no locale, and there Java would print question marks. */
    private static PrintWriter utf8(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }

    /** A boolean in the format of Go (strconv.ParseBool), for flags of previous Go programs. */
    static final class GoBoolean implements ITypeConverter<Boolean> {
        private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "TRUE", "True");
        private static final Set<String> FALSE = Set.of("0", "f", "F", "false", "FALSE", "False");

        @Override
        public Boolean convert(String value) {
            if (TRUE.contains(value)) {
                return true;
            }
            if (FALSE.contains(value)) {
                return false;
            }
            throw new TypeConversionException("'" + value + "' is not a boolean; write true or false");
        }
    }

    /**
     * A flag that is not given has the value of its environment variable: --dest-dir that of CCM_OPERATOR_DEST_DIR.
     *
     * @param environment variable to value, or to null where it is not set
     */
    record EnvironmentDefaults(UnaryOperator<String> environment) implements IDefaultValueProvider {
        @Override
        public String defaultValue(ArgSpec argument) {
            if (!(argument instanceof OptionSpec option) || option.usageHelp() || option.versionHelp()) {
                return null;
            }
            String value = environment.apply(name(option.longestName()));
            // A manifest that fills in nothing means that nothing is set.
            return value == null || value.isEmpty() ? null : value;
        }

        static String name(String flag) {
            return "CCM_OPERATOR_"
                    + flag.replaceFirst("^-+", "").replace('-', '_').toUpperCase(Locale.ROOT);
        }
    }
}
