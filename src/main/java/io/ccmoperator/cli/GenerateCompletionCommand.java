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
            "  source <(ccm-operator generate-completion zsh)"
        },
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class)
final class GenerateCompletionCommand implements Runnable {
    /** The shells that have a script. */
    enum Shell {
        BASH,
        ZSH;

        /** As completion proposes it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Spec
    CommandSpec command;

    @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash or zsh (default: ${DEFAULT-VALUE}).")
    Shell shell = Shell.BASH;

    @Override
    public void run() {
        CommandSpec program = command.root();
        // One script for both shells: it makes zsh load its own emulation of bash's completion.
        command.commandLine().getOut().print(AutoComplete.bash(program.name(), program.commandLine()) + '\n');
        command.commandLine().getOut().flush();
    }
}
