// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.input.DescribingFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The flag that names the kind of cluster. */
final class DistributionInput {
    private static final String NAME = "--distribution";

    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    @Option(
            names = NAME,
            paramLabel = "NAME",
            description = "The kind of cluster: openshift or kubernetes (default: ${DEFAULT-VALUE}).")
    Distribution distribution = Distribution.OPENSHIFT;

    /** The kind of a cluster that a file describes; only one that is not OpenShift is described by a CloudControllerManager. */
    Distribution of(DescribingFile description) {
        if (!description.isManager()) {
            return distribution;
        }
        boolean given = command.commandLine().getParseResult().hasMatchedOption(NAME);
        if (given && distribution == Distribution.OPENSHIFT) {
            throw new ParameterException(
                    command.commandLine(),
                    "--distribution: OpenShift needs --cluster-infrastructure-file; give its manifest");
        }
        return Distribution.KUBERNETES;
    }
}
