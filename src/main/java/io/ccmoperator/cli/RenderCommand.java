/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cli;

import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.bootstrap.Render;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "render",
        description =
                "Writes the files that a bootstrap VM needs: static Pods, the cloud's configuration, credentials.",
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
            description = "Where to write: DIR/bootstrap/*-pod.yaml, DIR/config/cloud.conf, DIR/secrets/*.")
    Path destination;

    @Option(
            names = "--cloud-config-file",
            paramLabel = "FILE",
            description = "Manifest of the ConfigMap with the cloud's configuration; "
                    + "needed when the Infrastructure names one.")
    Path cloudConfig;

    @Option(
            names = "--credentials-file",
            paramLabel = "FILE",
            description = "Manifest of a Secret; each entry becomes a file DIR/secrets/<key> with mode 0600.")
    Path credentials;

    @Override
    public void run() {
        Render.run(
                new Render.Request(
                        destination,
                        input.infrastructure,
                        images.file,
                        Optional.ofNullable(cloudConfig),
                        Optional.ofNullable(credentials),
                        input.unknownFields()),
                ProviderIndex.load());
    }
}
