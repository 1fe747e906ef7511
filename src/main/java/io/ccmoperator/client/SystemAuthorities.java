// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    /** The file: that of SSL_CERT_FILE, or the system's; empty: there is none. */
    static Optional<Path> file(UnaryOperator<String> environment) {
        String named = environment.apply("SSL_CERT_FILE");
        return named != null && !named.isEmpty()
                ? Optional.of(Path.of(named))
                : FILES.stream().map(Path::of).filter(Files::isReadable).findFirst();
    }
}
