// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.cluster.Distribution;
import picocli.CommandLine.Option;

/** The flag that names the kind of cluster. */
final class DistributionInput {
    @Option(
            names = "--distribution",
            paramLabel = "NAME",
            description = "The kind of cluster: openshift or kubernetes (default: ${DEFAULT-VALUE}).")
    Distribution distribution = Distribution.OPENSHIFT;
}
