/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import io.ccmoperator.cluster.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/** What a key of a ConfigMap may hold, which the user hands in as a file or on standard input. */
public final class TextInput {
    /** Kubernetes, validation of ConfigMaps. */
    private static final int MAX_MEBIBYTES = 1;

    private TextInput() {}

    /**
     * Reads it.
     *
     * @param file the file; none: standard input
     * @param wanted what it is to hold, for the errors
     * @return the text without a byte order mark
     * @throws InvalidInputException if it cannot be read, is larger than 1 MiB or is not UTF-8; the line names the file
     */
    public static String read(Optional<Path> file, InputStream standardInput, String wanted) {
        return file.map(path -> InputFile.read(path, wanted, MAX_MEBIBYTES).text())
                .orElseGet(() -> ofStandardInput(standardInput, wanted).text());
    }

    /** How messages name it. */
    public static String name(Optional<Path> file) {
        return file.map(Path::toString).orElse("standard input");
    }

    private static InputFile ofStandardInput(InputStream standardInput, String wanted) {
        Path name = Path.of(name(Optional.empty()));
        try {
            return InputFile.read(name, standardInput, wanted, MAX_MEBIBYTES);
        } catch (IOException e) {
            throw new InvalidInputException(name + ": cannot be read: " + IoReason.of(e));
        }
    }
}
