// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.operator.Settings;
import io.quarkus.runtime.annotations.CommandLineArguments;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import picocli.CommandLine;

/** The flags of {@code run} for the container. They are valid: the command has read them before it starts Quarkus. */
@Singleton
final class SettingsBean {
    @Produces
    @Singleton
    Settings settings(@CommandLineArguments String[] arguments) {
        RunCommand command = new RunCommand();
        CcmOperator.readingValues(new CommandLine(command), System::getenv).parseArgs(arguments);
        return command.settings();
    }
}
