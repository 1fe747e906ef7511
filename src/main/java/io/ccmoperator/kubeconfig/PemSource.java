// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubeconfig;

import io.ccmoperator.cluster.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/**
 * Certificates or a key in PEM, which a kubeconfig has in a field, or names the file of.
 *
 * @param field of the entry, such as client-certificate
 * @param file to read again when it is replaced: the one that is named, or the kubeconfig itself
 * @param pem the content
 */
public record PemSource(String field, Path file, byte[] pem) {
    /**
     * @param place the kubeconfig and the entry, for messages
     * @param kubeconfig that has the entry; the file that it names is relative to it
     * @param name of the file; null or empty: none
     * @param data the content in base64; null or empty: none
     * @return empty if there is neither
     * @throws InvalidInputException if there are both, the file cannot be read, or the data is not base64
     */
    static Optional<PemSource> of(String place, String field, Path kubeconfig, String name, String data) {
        boolean named = name != null && !name.isEmpty();
        boolean contained = data != null && !data.isEmpty();
        if (named && contained) {
            throw new InvalidInputException(
                    "%s: both %s and %s-data are set; remove one of them".formatted(place, field, field));
        } else if (named) {
            Path file = kubeconfig.toAbsolutePath().resolveSibling(name);
            return Optional.of(new PemSource(field, file, read(place, field, file)));
        } else if (contained) {
            return Optional.of(new PemSource(field, kubeconfig, decode(place, field, data)));
        }
        return Optional.empty();
    }

    private static byte[] read(String place, String field, Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new InvalidInputException("%s: %s names %s, which cannot be read; correct the name or the permissions"
                    .formatted(place, field, file));
        }
    }

    private static byte[] decode(String place, String field, String data) {
        try {
            return Base64.getDecoder().decode(data.replaceAll("[\r\n]", ""));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(
                    "%s: %s-data is not base64; encode the PEM with base64".formatted(place, field));
        }
    }
}
