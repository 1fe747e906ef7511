// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.text.DnsName;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The flag that names the managed namespace. */
final class NamespaceInput {
    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    @Option(
            names = "--namespace",
            paramLabel = "NAMESPACE",
            description = "The namespace of cloud controller managers (default: " + ManagedNamespace.DEFAULT + ").")
    String namespace = ManagedNamespace.DEFAULT;

    /** The namespace; a string that can be none is wrong usage. */
    String get() {
        return checked(namespace, command);
    }

    /** A value of the flag; a string that can be no namespace is wrong usage. */
    static String checked(String namespace, CommandSpec command) {
        if (!DnsName.LABEL.matches(namespace)) {
            throw new ParameterException(
                    command.commandLine(),
                    "--namespace: '" + namespace
                            + "' is not a valid namespace name; use lower-case letters, digits and '-'");
        }
        return namespace;
    }
}
