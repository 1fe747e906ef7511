// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "generate-completion",
        description = {
            "Prints a script with which a shell completes commands, flags and their values.",
            "",
            "The program must be on the PATH by its name, ccm-operator.",
            ""
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(ccm-operator generate-completion bash)",
            "  source <(ccm-operator generate-completion zsh)",
            "  ccm-operator generate-completion fish | source"
        },
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class)
final class GenerateCompletionCommand implements Runnable {
    /** The shells that have a script. */
    enum Shell {
        BASH,
        ZSH,
        FISH;

        /** As completion proposes it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Spec
    CommandSpec command;

    @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash, zsh or fish (default: ${DEFAULT-VALUE}).")
    Shell shell = Shell.BASH;

    @Override
    public void run() {
        CommandSpec program = command.root();
        String script = switch (shell) {
            // The script makes zsh load its own emulation of bash's completion.
            case BASH, ZSH -> AutoComplete.bash(program.name(), program.commandLine()) + '\n';
            case FISH -> FishCompletion.script(program);
        };
        command.commandLine().getOut().print(script);
        command.commandLine().getOut().flush();
    }
}
