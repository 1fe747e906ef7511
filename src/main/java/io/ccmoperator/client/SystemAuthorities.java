// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.cluster.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

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
     * The files: that of SSL_CERT_FILE, or the system's, and those of the folders of SSL_CERT_DIR, which are separated by colons.
     *
     * @param environment the value of an environment variable, null where it is not set
     * @throws InvalidInputException if SSL_CERT_FILE alone is set, and cannot be read
     */
    static List<Path> files(UnaryOperator<String> environment) {
        String named = Objects.requireNonNullElse(environment.apply("SSL_CERT_FILE"), "");
        String folders = Objects.requireNonNullElse(environment.apply("SSL_CERT_DIR"), "");
        if (!named.isEmpty() && folders.isEmpty() && !Files.isReadable(Path.of(named))) {
            throw new InvalidInputException("environment variable SSL_CERT_FILE names " + named
                    + ", which cannot be read; correct the name or the permissions");
        }
        Stream<String> files = named.isEmpty() ? FILES.stream() : Stream.of(named);
        return Stream.concat(
                        files.map(Path::of).filter(Files::isReadable).limit(1),
                        Stream.of(folders.split(":"))
                                .filter(folder -> !folder.isEmpty())
                                .flatMap(SystemAuthorities::filesOf))
                .toList();
    }

    private static Stream<Path> filesOf(String folder) {
        try (Stream<Path> files = Files.list(Path.of(folder))) {
            return files.filter(Files::isRegularFile).filter(Files::isReadable).sorted().toList().stream();
        } catch (IOException e) {
            // As for programs of Go, a folder that is missing has no authorities.
            return Stream.empty();
        }
    }
}
