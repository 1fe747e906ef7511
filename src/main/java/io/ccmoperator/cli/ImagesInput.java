// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The flag that names the images of a release, for every command that needs them. */
final class ImagesInput {
    @Option(
            names = "--images-file",
            required = true,
            paramLabel = "FILE",
            description =
                    "Manifest of the ConfigMap with the release's images (key images.json), or an images.json alone.")
    Path file;
}
