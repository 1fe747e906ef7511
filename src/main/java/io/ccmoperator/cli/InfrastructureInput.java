// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.cluster.WithWarnings;
import io.ccmoperator.input.ClusterFiles;
import io.ccmoperator.input.DescribingFile;
import io.ccmoperator.input.ManifestKind;
import io.ccmoperator.input.UnknownFields;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import picocli.CommandLine.Mixin;
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
                    "Manifest of the CloudControllerManager 'cluster' (ccmoperator.io/v1beta1): what is set of the cloud"
                            + " controller manager; without --cluster-infrastructure-file its spec.cluster describes the cluster."
                            + " Fields and types are checked; the rest the API server checks: kubectl apply --dry-run=server.")
    Path manager;

    @Option(
            names = "--featuregate-file",
            paramLabel = "FILE",
            description = "Manifest of the FeatureGate 'cluster'; RELEASE_VERSION chooses the entry of its status.")
    Path featureGate;

    @Option(
            names = "--namespace",
            paramLabel = "NAMESPACE",
            description = "The namespace of cloud controller managers (default: " + ManagedNamespace.DEFAULT
                    + "; where spec.cluster of --cluster-file describes the cluster, " + ManagedNamespace.KUBERNETES
                    + ").")
    String namespace;

    @Option(
            names = "--ignore-unknown-fields",
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            description = "Unknown fields are warnings, not errors, in every file.")
    boolean ignoreUnknownFields;

    @Option(
            names = "--strict",
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            description =
                    "Unknown fields are errors in the objects of OpenShift, too, such as those of a later release.")
    boolean strict;

    @Mixin
    ProvidersInput providers;

    private final Set<String> printed = new HashSet<>();

    /** The file that names the platform; none of both is wrong usage. */
    DescribingFile description() {
        if (infrastructure == null && manager == null) {
            throw new ParameterException(
                    command.commandLine(),
                    "Missing required option: '--cluster-infrastructure-file=FILE' or '--cluster-file=FILE'");
        }
        return infrastructure == null
                ? new DescribingFile(manager, ManifestKind.CLOUD_CONTROLLER_MANAGER, providers.index())
                : new DescribingFile(infrastructure, ManifestKind.INFRASTRUCTURE, providers.index());
    }

    /** The managed namespace; a string that can be none is wrong usage. */
    String namespace() {
        if (namespace == null) {
            return description().isManager() ? ManagedNamespace.KUBERNETES : ManagedNamespace.DEFAULT;
        }
        return NamespaceInput.checked(namespace, command);
    }

    /** The feature gates that the FeatureGate lists for the release in the environment; none without the file. */
    EnabledFeatures features() {
        if (featureGate == null) {
            return EnabledFeatures.NONE;
        }
        if (infrastructure == null) {
            throw ofOpenShiftOnly("--featuregate-file");
        }
        WithWarnings<EnabledFeatures> features = ClusterFiles.features(featureGate, release(), unknownFields());
        features.warnings().forEach(this::warn);
        return features.value();
    }

    /** The release whose feature gates count. */
    static ReleaseVersion release() {
        return ReleaseVersion.of(System.getenv("RELEASE_VERSION"));
    }

    /** The error where a file of OpenShift's objects is beside a CloudControllerManager that describes the cluster. */
    ParameterException ofOpenShiftOnly(String flag) {
        return new ParameterException(
                command.commandLine(),
                flag
                        + ": has no effect without --cluster-infrastructure-file; spec.cluster of --cluster-file says it all");
    }

    UnknownFields unknownFields() {
        if (strict && ignoreUnknownFields) {
            throw new ParameterException(
                    command.commandLine(), "--strict: contradicts --ignore-unknown-fields; leave one of them out");
        } else if (strict) {
            return UnknownFields.reject("correct its name, remove it, or leave out --strict");
        }
        return ignoreUnknownFields
                ? UnknownFields.warn(this::warn)
                : UnknownFields.rejectInManifestsOfUsers(
                        "correct its name, remove it, or set --ignore-unknown-fields", this::warn);
    }

    /** Prints a warning, once: a file that two parts of a command read is checked twice. */
    void warn(String line) {
        if (printed.add(line)) {
            Diagnostics.warning(command, line);
        }
    }
}
