// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.StandaloneConnection;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.input.ImagesFile;
import io.ccmoperator.input.ManifestFile;
import io.ccmoperator.input.ManifestKind;
import io.ccmoperator.input.UnknownFields;
import io.ccmoperator.operator.Settings;
import io.ccmoperator.preview.Differences;
import io.ccmoperator.preview.OperatorDeployment;
import io.ccmoperator.preview.PlannedChange;
import io.ccmoperator.preview.Preview;
import io.ccmoperator.preview.UnifiedDiff;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "diff",
        description = {
            "Shows what 'run' would change in a cluster now, and changes nothing: writes are dry runs.",
            "",
            "Images, release and flags are those of the operator's Deployment in the cluster; flags given here replace them.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:no differences", "1:failed", "2:wrong usage", "3:differences"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  ccm-operator diff",
            "  ccm-operator diff --images-file=images.yaml --release-version=4.21.0",
            "  ccm-operator diff --cluster-file=cloudcontrollermanager.yaml",
            "  ccm-operator diff --system-trust-bundle=/etc/ssl/certs/ca-certificates.crt"
        },
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class)
final class DiffCommand implements Callable<Integer> {
    private static final int DIFFERENCES = 3;

    @Spec
    CommandSpec command;

    @Mixin
    KubeconfigInput cluster;

    @Option(
            names = "--images-file",
            paramLabel = "FILE",
            description =
                    "Manifest of the ConfigMap with the release's images (key images.json), or an images.json alone.")
    Path images;

    @Option(names = "--release-version", paramLabel = "VERSION", description = "The release of the operator.")
    String release;

    @Option(
            names = "--distribution",
            paramLabel = "NAME",
            description = "The kind of cluster: openshift or kubernetes.")
    Distribution distribution;

    @Option(
            names = "--cluster-file",
            paramLabel = "FILE",
            description =
                    "Manifest of the CloudControllerManager 'cluster', in place of the cluster's. Fields and types"
                            + " are checked; the rest the API server checks: kubectl apply --dry-run=server.")
    Path manager;

    @Option(
            names = "--namespace",
            paramLabel = "NAMESPACE",
            description = "The namespace of cloud controller managers.")
    String namespace;

    @Mixin
    TlsInput tls;

    @Mixin
    ProvidersInput providers;

    @Option(
            names = "--system-trust-bundle",
            paramLabel = "FILE",
            description = "The certificate authorities of the operator's operating system, PEM;"
                    + " without the flag ccm-trusted-ca is not compared.")
    Path systemTrustBundle;

    @Override
    public Integer call() {
        checkFlags();
        if (StandardInput.FILE.equals(cluster.server.kubeconfig)) {
            StandardInput.requireAlone(command, "--kubeconfig");
        }
        try (StandaloneConnection connection = cluster.open()) {
            return print(compare(connection));
        }
    }

    private Differences compare(StandaloneConnection connection) {
        ApiServer server = connection.server();
        Optional<OperatorDeployment> deployment = images == null
                ? cluster.deployment(connection)
                : cluster.readableDeployment(
                        connection, line -> Diagnostics.warning(command, line + "; flags of run have their defaults"));
        if (deployment.isEmpty() && images == null) {
            throw new InvalidInputException(cluster.deploymentKey()
                    + " does not exist; name its namespace with --operator-namespace, or the images of the release with"
                    + " --images-file");
        }
        DeployedOperator operator = DeployedOperator.of(
                server,
                deployment,
                flags(),
                release == null ? Map.of() : Map.of("RELEASE_VERSION", release),
                line -> Diagnostics.warning(command, line));
        ProviderIndex index = providers.index(operator.settings().files().providers());
        index.refused().ifPresent(why -> Diagnostics.warning(command, why));
        return new Preview(
                        settings(operator.settings()),
                        index,
                        server,
                        connection.lists(),
                        connection::version,
                        Clock.systemUTC())
                .compare(images == null ? operator.images() : imagesOfFile(), managerOfFile());
    }

    private Optional<KubernetesObject> managerOfFile() {
        return Optional.ofNullable(manager)
                .map(file -> ManifestFile.read(file, ManifestKind.CLOUD_CONTROLLER_MANAGER, UnknownFields.reject()))
                .map(KubernetesObject::new);
    }

    private ImageReferences imagesOfFile() {
        return new ImageReferences(ImagesFile.read(images, UnknownFields.reject()));
    }

    /** An invalid value of a flag of this command is wrong usage; one of the Deployment is not. */
    private void checkFlags() {
        RunCommand run = new RunCommand();
        try {
            CcmOperator.readingValues(new CommandLine(run), variable -> null).parseArgs(flags().toArray(String[]::new));
            run.settings(variable -> null);
        } catch (ParameterException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }

    /** Those of this command that 'run' has too, and takes the last value of. */
    private List<String> flags() {
        List<String> flags = new ArrayList<>();
        if (distribution != null) {
            flags.add("--distribution=" + distribution);
        }
        if (namespace != null) {
            flags.add("--namespace=" + namespace);
        }
        return flags;
    }

    private Preview.Settings settings(Settings run) {
        return new Preview.Settings(
                run.distribution(),
                run.namespaces().managed(),
                cluster.operatorNamespace,
                run.controllers(),
                run.version(),
                tls.settings().or(run.endpoints()::tls),
                Optional.ofNullable(systemTrustBundle));
    }

    private int print(Differences differences) {
        PrintWriter out = command.commandLine().getOut();
        for (PlannedChange change : differences.changes()) {
            out.print(UnifiedDiff.of(change));
        }
        out.println(differences.summary());
        out.flush();
        differences.warnings().forEach(line -> Diagnostics.warning(command, line));
        differences.errors().forEach(line -> Diagnostics.error(command.commandLine(), line));
        if (!differences.errors().isEmpty()) {
            return ExitCode.SOFTWARE;
        }
        return differences.changes().isEmpty() ? ExitCode.OK : DIFFERENCES;
    }
}
