// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.cluster.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The certificate authorities of the operating system, for kubeconfigs that name none. */
final class SystemAuthorities {
    /** Those of Linux distributions; the first that exists counts, as for programs of Go 1.25 (crypto/x509, root_linux.go). */
    private static final List<String> FILES = List.of(
            "/etc/ssl/certs/ca-certificates.crt",
            "/etc/pki/tls/certs/ca-bundle.crt",
            "/etc/ssl/ca-bundle.pem",
            "/etc/pki/tls/cacert.pem",
            "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
            "/etc/ssl/cert.pem");

    private SystemAuthorities() {}

    /**
     * The file: that of SSL_CERT_FILE, or the system's; empty if there is none.
     *
     * @param environment the value of an environment variable, null where it is not set
     * @throws InvalidInputException if SSL_CERT_FILE names a file that cannot be read, or SSL_CERT_DIR is set without it
     */
    static Optional<Path> file(UnaryOperator<String> environment) {
        String named = Objects.requireNonNullElse(environment.apply("SSL_CERT_FILE"), "");
        if (named.isEmpty()
                && !Objects.requireNonNullElse(environment.apply("SSL_CERT_DIR"), "")
                        .isEmpty()) {
            throw new InvalidInputException(
                    "environment variable SSL_CERT_DIR is not supported; name one file with SSL_CERT_FILE, or unset it");
        }
        if (!named.isEmpty() && !Files.isReadable(Path.of(named))) {
            throw new InvalidInputException("environment variable SSL_CERT_FILE names " + named
                    + ", which cannot be read; correct the name or the permissions");
        }
        return (named.isEmpty() ? FILES : List.of(named))
                .stream().map(Path::of).filter(Files::isReadable).findFirst();
    }
}
