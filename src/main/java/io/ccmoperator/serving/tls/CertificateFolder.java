// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.input.InputFile;
import io.ccmoperator.serving.tls.ServedCertificate.Origin;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemTrustOptions;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;

/**
 * A folder as a Secret of type kubernetes.io/tls is mounted: tls.crt, a certificate and those of its authorities, and
 * tls.key, its key, both in PEM. Vert.x reads them; its messages may show what it could not read, and are not passed on.
 */
final class CertificateFolder {
    /** A mounted Secret changes all files at once, but they are read one after the other. */
    private static final int LOOKS = 3;

    private final Path certificate;
    private final Path key;
    private final Vertx vertx;

    CertificateFolder(Path folder, Vertx vertx) {
        this.certificate = folder.resolve("tls.crt");
        this.key = folder.resolve("tls.key");
        this.vertx = vertx;
    }

    /** The file that messages about a certificate name. */
    Path certificate() {
        return certificate;
    }

    /**
     * Reads the pair in the folder.
     *
     * @return empty if neither file exists
     * @throws InvalidInputException if one is missing, they cannot be read, or they do not belong together; the line names the
     *     file and the remedy
     */
    Optional<ServerIdentity> read() {
        for (int look = 1; ; look++) {
            Optional<InputFile> chain = InputFile.find(certificate, "a certificate in PEM");
            Optional<InputFile> itsKey = InputFile.find(key, "the private key of tls.crt in PEM");
            if (look == LOOKS || chain.equals(InputFile.find(certificate, "a certificate in PEM"))) {
                return pair(chain, itsKey);
            }
        }
    }

    private Optional<ServerIdentity> pair(Optional<InputFile> chain, Optional<InputFile> itsKey) {
        if (chain.isEmpty() && itsKey.isEmpty()) {
            return Optional.empty();
        }
        InputFile keyFile = itsKey.orElseThrow(() -> missing(key, certificate));
        String certificates = chain.orElseThrow(() -> missing(certificate, key)).text();
        requireCertificates(certificates);
        try {
            return Optional.of(ServerIdentity.of(Origin.FILE, certificates, keyFile.text(), vertx));
        } catch (GeneralSecurityException e) {
            throw new InvalidInputException(key + ": cannot be read as the key of the certificate in " + certificate
                    + "; write its RSA or EC key in PEM (PKCS #8, PKCS #1 or SEC 1), without a passphrase");
        }
    }

    private static InvalidInputException missing(Path file, Path other) {
        return new InvalidInputException(file + ": does not exist, but " + other + " does; write both files");
    }

    private void requireCertificates(String text) {
        try {
            new PemTrustOptions().addCertValue(Buffer.buffer(text)).loadKeyStore(vertx);
        } catch (Exception e) {
            // Declared by Vert.x.
            throw new InvalidInputException(
                    certificate + ": cannot be read as X.509 certificates in PEM; write the server's to it");
        }
    }
}
