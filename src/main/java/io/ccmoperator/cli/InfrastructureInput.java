// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.input.UnknownFields;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The flags that describe a cluster by its Infrastructure, for every command that needs one. */
final class InfrastructureInput {
    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    @Option(
            names = "--cluster-infrastructure-file",
            required = true,
            paramLabel = "FILE",
            description = "Manifest of the Infrastructure 'cluster' (config.openshift.io/v1).")
    Path infrastructure;

    @Option(
            names = "--ignore-unknown-fields",
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            description = "Unknown fields, such as those of a later release, are warnings, not errors.")
    boolean ignoreUnknownFields;

    UnknownFields unknownFields() {
        return ignoreUnknownFields ? UnknownFields.warn(this::warn) : UnknownFields.reject("--ignore-unknown-fields");
    }

    void warn(String line) {
        Diagnostics.warning(command, line);
    }
}
