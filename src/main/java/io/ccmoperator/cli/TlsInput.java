// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.TlsFlags;
import io.ccmoperator.cluster.TlsSettings;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The flags that replace the cluster's TLS security profile. */
final class TlsInput {
    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    @Option(
            names = "--tls-min-version",
            paramLabel = "VERSION",
            description = "Oldest version of TLS: VersionTLS10, VersionTLS11, VersionTLS12 or VersionTLS13.")
    String minVersion;

    @Option(
            names = "--tls-cipher-suites",
            paramLabel = "SUITE",
            split = ",",
            description = "Cipher suites by their IANA names, separated by commas.")
    List<String> cipherSuites;

    /** The settings, if a flag is given; a name that is not known is wrong usage. */
    Optional<TlsSettings> settings() {
        try {
            return TlsFlags.read(minVersion, cipherSuites);
        } catch (InvalidInputException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }
}
