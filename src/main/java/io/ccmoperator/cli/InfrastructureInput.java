// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.input.DescribingFile;
import io.ccmoperator.input.ManifestKind;
import io.ccmoperator.input.UnknownFields;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The flags that describe a cluster by its Infrastructure, or by its CloudControllerManager, for every command that needs one. */
final class InfrastructureInput {
    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    @Option(
            names = "--cluster-infrastructure-file",
            paramLabel = "FILE",
            description = "Manifest of the Infrastructure 'cluster' (config.openshift.io/v1).")
    Path infrastructure;

    @Option(
            names = "--cluster-file",
            paramLabel = "FILE",
            description =
                    "Manifest of the CloudControllerManager 'cluster' (ccmoperator.io/v1alpha1): what is set of the cloud"
                            + " controller manager; without --cluster-infrastructure-file its spec.cluster describes the cluster.")
    Path manager;

    @Option(
            names = "--ignore-unknown-fields",
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            description = "Unknown fields, such as those of a later release, are warnings, not errors.")
    boolean ignoreUnknownFields;

    /** The file that names the platform; none of both is wrong usage. */
    DescribingFile description() {
        if (infrastructure == null && manager == null) {
            throw new ParameterException(
                    command.commandLine(),
                    "Missing required option: '--cluster-infrastructure-file=FILE' or '--cluster-file=FILE'");
        }
        return infrastructure == null
                ? new DescribingFile(manager, ManifestKind.CLOUD_CONTROLLER_MANAGER)
                : new DescribingFile(infrastructure, ManifestKind.INFRASTRUCTURE);
    }

    UnknownFields unknownFields() {
        return ignoreUnknownFields ? UnknownFields.warn(this::warn) : UnknownFields.reject("--ignore-unknown-fields");
    }

    void warn(String line) {
        Diagnostics.warning(command, line);
    }
}
