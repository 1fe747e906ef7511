// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.operator.OperatorApplication;
import io.ccmoperator.operator.Settings;
import io.ccmoperator.serving.ListenAddress;
import io.ccmoperator.status.Controller;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "run",
        description = {
            "Runs the operator in, or against, a cluster, until terminated.",
            "",
            "The environment variable RELEASE_VERSION is the release that the operator belongs to,",
            "POD_UID the uid of its Pod: a container that is restarted continues with the Lease of its Pod.",
            ""
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ccm-operator run --kubeconfig=kubeconfig --images-json=images.json",
            "  ccm-operator run --distribution=kubernetes --leader-elect=false -v 4"
        },
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class)
final class RunCommand implements Runnable {
    @Spec
    CommandSpec command;

    @Mixin
    DistributionInput distribution;

    @Mixin
    NamespaceInput namespace;

    @Mixin
    TlsInput tls;

    @Mixin
    LeaseInput lease;

    @Mixin
    LogInput log;

    @Option(
            names = "--controllers",
            split = ",",
            paramLabel = "NAME",
            description =
                    "The controllers that this process runs: ccm, cloud-config, trusted-ca, or * for all (default).")
    List<String> controllers = List.of("*");

    @Mixin
    ApiServerInput server;

    @Option(
            names = "--images-json",
            paramLabel = "FILE",
            description = "The release's images (default: ${DEFAULT-VALUE}).")
    Path images = Path.of("/etc/cloud-controller-manager-config/images.json");

    @Option(
            names = "--system-trust-bundle",
            paramLabel = "FILE",
            description = "The certificate authorities of the operating system, PEM (default: ${DEFAULT-VALUE}).")
    Path systemTrustBundle = Path.of("/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem");

    @Option(
            names = "--health-addr",
            paramLabel = "HOST:PORT",
            description = "The address of /healthz and /readyz (default: ${DEFAULT-VALUE}).")
    String health = "127.0.0.1:9259";

    @Mixin
    MetricsInput metrics;

    @Mixin
    ProvidersInput providers;

    /** Of existing deployments, without effect. */
    @Option(names = "--webhook-port", paramLabel = "PORT", hidden = true)
    String webhookPort;

    @Override
    public void run() {
        Settings settings = settings();
        log.configure();
        if (webhookPort != null) {
            Diagnostics.warning(command, "--webhook-port has no effect: there is no webhook; remove the flag");
        }
        OperatorApplication.run(settings, flags());
    }

    /** The arguments after the name of this command. */
    private String[] flags() {
        List<String> all = command.commandLine().getParseResult().originalArgs();
        return all.subList(all.indexOf(command.name()) + 1, all.size()).toArray(String[]::new);
    }

    /**
     * The flags as settings.
     *
     * @throws ParameterException if the value of a flag is invalid
     */
    Settings settings() {
        return settings(System::getenv);
    }

    /**
     * The flags as settings.
     *
     * @param environment of the process that runs
     * @throws ParameterException if the value of a flag is invalid
     */
    Settings settings(UnaryOperator<String> environment) {
        try {
            return new Settings(
                    distribution.distribution,
                    new Settings.Namespaces(namespace.get(), lease.namespace),
                    chosen(controllers),
                    new Settings.Files(server.flags(), images, systemTrustBundle, providers.dir()),
                    new Settings.Endpoints(metrics.serving(ListenAddress.of("--health-addr", health)), tls.settings()),
                    lease.flags(),
                    ReleaseVersion.of(environment.apply("RELEASE_VERSION")),
                    Optional.ofNullable(environment.apply("POD_UID")).filter(uid -> !uid.isBlank()));
        } catch (InvalidInputException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }

    /**
     * The controllers of these names.
     *
     * @throws InvalidInputException if a controller is unknown
     */
    static Set<Controller> chosen(List<String> controllers) {
        Set<Controller> chosen = EnumSet.noneOf(Controller.class);
        for (String name : controllers) {
            chosen.addAll(name.equals("*") ? EnumSet.allOf(Controller.class) : EnumSet.of(controller(name)));
        }
        return chosen;
    }

    private static Controller controller(String name) {
        return Controller.of(name)
                .orElseThrow(() -> new InvalidInputException("--controllers: unknown controller '" + name
                        + "'; valid values: " + String.join(", ", Controller.names()) + ", or * for all"));
    }
}
