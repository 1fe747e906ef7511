// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.bootstrap.Render;
import io.ccmoperator.cloudconfig.FileTransformation;
import io.ccmoperator.cloudconfig.transform.TransformedConfig;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "render",
        description =
                "Writes the files that a bootstrap VM needs: static Pods, the cloud's configuration, credentials.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ccm-operator render --dest-dir=out --images-file=images.yaml \\",
            "      --cluster-infrastructure-file=infrastructure.yaml \\",
            "      --cloud-config-file=cloud-config.yaml --credentials-file=secret.yaml"
        },
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class)
final class RenderCommand implements Runnable {
    @Mixin
    InfrastructureInput input;

    @Mixin
    ImagesInput images;

    @Option(
            names = "--dest-dir",
            required = true,
            paramLabel = "DIR",
            description =
                    "Where to write: DIR/bootstrap/NAME-pod.yaml, DIR/config/cloud.conf, DIR/config/ca-bundle.pem, DIR/secrets/KEY.")
    Path destination;

    @Spec
    CommandSpec command;

    @Option(
            names = "--cloud-config-file",
            paramLabel = "FILE",
            description = "Manifest of the ConfigMap or Secret with the cloud's configuration; "
                    + "needed when the cluster's description names one.")
    Path cloudConfig;

    @Option(
            names = "--transform-cloud-config",
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            description =
                    "Write DIR/config/cloud.conf as the external cloud controller manager reads it, as 'run' does.")
    boolean transform;

    @Option(
            names = "--cluster-network-file",
            paramLabel = "FILE",
            description = "Manifest of the Network 'cluster'; --transform-cloud-config needs it for vSphere.")
    Path network;

    @Option(
            names = "--credentials-file",
            paramLabel = "FILE",
            description = "Manifest of a Secret; each entry becomes a file DIR/secrets/KEY with mode 0600.")
    Path credentials;

    @Override
    public void run() {
        if (destination.toString().isEmpty()) {
            throw new ParameterException(
                    command.commandLine(),
                    "--dest-dir: is empty; name the directory to write to, . for the current one");
        }
        ProviderIndex providers = input.providers.index();
        Render.run(
                        new Render.Request(
                                destination,
                                input.description(),
                                images.file,
                                Optional.ofNullable(cloudConfig),
                                transform ? Optional.of(transformation(providers)) : Optional.empty(),
                                Optional.ofNullable(credentials),
                                input.unknownFields()),
                        providers)
                .ifPresent(reason -> Diagnostics.note(command, "no static Pod is written: " + reason));
    }

    private Render.Transformation transformation(ProviderIndex providers) {
        FileTransformation transformation = new FileTransformation(
                input.description(),
                Optional.ofNullable(network),
                input.namespace(),
                input.features(),
                input.unknownFields());
        return (place, text) -> {
            TransformedConfig result = transformation.transform(place, text, providers);
            result.warnings().forEach(warning -> input.warn(place + ": " + warning));
            return result.text();
        };
    }
}
