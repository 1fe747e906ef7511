// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The flag that names the images of a release, for a command that is nothing without them. */
final class ImagesInput {
    static final String NAME = "--images-file";
    static final String DESCRIPTION =
            "Manifest of the ConfigMap with the release's images (key images.json), or an images.json alone.";

    @Option(names = NAME, required = true, paramLabel = "FILE", description = DESCRIPTION)
    Path file;
}
