// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.cloudconfig.FileTransformation;
import io.ccmoperator.cloudconfig.transform.TransformedConfig;
import io.ccmoperator.input.DescribingFile;
import io.ccmoperator.input.InputFile;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "cloud-config",
        description =
                "Transforms a cloud.conf as 'run' would for a cluster that files describe, and prints the result.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ccm-operator cloud-config --cloud-conf=cloud.conf \\",
            "      --cluster-infrastructure-file=infrastructure.yaml",
            "",
            "  ccm-operator cloud-config --cluster-network-file=network.yaml \\",
            "      --cluster-infrastructure-file=infrastructure.yaml < cloud.conf"
        },
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class)
final class CloudConfigCommand implements Runnable {
    @Spec
    CommandSpec command;

    @Mixin
    InfrastructureInput input;

    @Option(
            names = "--cloud-conf",
            paramLabel = "FILE",
            description = "The configuration as an administrator wrote it (default: standard input).")
    Path cloudConf;

    @Option(
            names = "--cluster-network-file",
            paramLabel = "FILE",
            description = "Manifest of the Network 'cluster'; vSphere needs it.")
    Path network;

    @Override
    public void run() {
        Path source = cloudConf == null ? StandardInput.FILE : cloudConf;
        if (source.equals(StandardInput.FILE)) {
            StandardInput.requireAlone(command, "--cloud-conf");
        }
        DescribingFile description = input.description();
        InputFile file = InputFile.read(source, "a cloud.conf");
        TransformedConfig result = new FileTransformation(
                        description,
                        Optional.ofNullable(network),
                        input.namespace(),
                        input.features(),
                        input.unknownFields())
                .transform(source.toString(), file.text(), input.providers.index());
        result.warnings().forEach(warning -> input.warn(source + ": " + warning));
        command.commandLine().getOut().print(result.text());
        command.commandLine().getOut().flush();
    }
}
