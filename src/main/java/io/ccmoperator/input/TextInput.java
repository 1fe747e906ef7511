// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.cluster.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/** The value of a key of a ConfigMap, from a file or standard input. */
public final class TextInput {
    /** Kubernetes, validation of ConfigMaps. */
    private static final int MAX_MEBIBYTES = 1;

    private TextInput() {}

    /**
     * Reads the value.
     *
     * @param file empty: standard input
     * @param expected the expected content, for the errors
     * @return the value without a byte order mark
     * @throws InvalidInputException if it cannot be read, is larger than 1 MiB or is not UTF-8; the line names the file
     */
    public static String read(Optional<Path> file, InputStream standardInput, String expected) {
        return file.map(path -> InputFile.read(path, expected, MAX_MEBIBYTES).text())
                .orElseGet(() -> ofStandardInput(standardInput, expected).text());
    }

    /** The name of the source in messages. */
    public static String name(Optional<Path> file) {
        return file.map(Path::toString).orElse("standard input");
    }

    private static InputFile ofStandardInput(InputStream standardInput, String expected) {
        Path name = Path.of(name(Optional.empty()));
        try {
            return InputFile.read(name, standardInput, expected, MAX_MEBIBYTES);
        } catch (IOException e) {
            throw new InvalidInputException(
                    name + ": cannot be read: " + IoReason.of(e) + "; name a file with " + expected);
        }
    }
}
