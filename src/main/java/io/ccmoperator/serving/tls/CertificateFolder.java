/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving.tls;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.files.InputFile;
import io.ccmoperator.serving.tls.ServedCertificate.Origin;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A folder as a Secret of type kubernetes.io/tls is mounted: tls.crt, a certificate and those of the authorities behind it, and
 * tls.key, its key, both in PEM.
 */
final class CertificateFolder {
    private static final String CERTIFICATE = "CERTIFICATE";
    /** A mounted Secret changes all files at once, but they are read one after the other. */
    private static final int LOOKS = 3;

    private final Path certificate;
    private final Path key;

    CertificateFolder(Path folder) {
        this.certificate = folder.resolve("tls.crt");
        this.key = folder.resolve("tls.key");
    }

    /** The file that messages about a certificate name. */
    Path certificate() {
        return certificate;
    }

    /**
     * The pair that is in the folder; nothing if neither file is there.
     *
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
        ServerIdentity identity = new ServerIdentity(
                Origin.FILE,
                PrivateKeys.of(itsKey.orElseThrow(() -> missing(key, certificate))),
                chain(chain.orElseThrow(() -> missing(certificate, key))));
        if (!identity.fits()) {
            throw new InvalidInputException(
                    key + ": is not the key of the certificate in " + certificate + "; write both files anew");
        }
        return Optional.of(identity);
    }

    private static InvalidInputException missing(Path file, Path other) {
        return new InvalidInputException(file + ": does not exist, but " + other + " does; write both files");
    }

    private static List<X509Certificate> chain(InputFile file) {
        List<X509Certificate> chain = new ArrayList<>();
        for (PemBlock block : PemBlocks.of(file)) {
            if (block.type().equals(CERTIFICATE)) {
                chain.add(certificate(file, block));
            }
        }
        if (chain.isEmpty()) {
            throw new InvalidInputException(file.file() + ": holds no certificate in PEM; write the server's to it");
        }
        return chain;
    }

    private static X509Certificate certificate(InputFile file, PemBlock block) {
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(block.content()));
        } catch (CertificateException e) {
            throw new InvalidInputException(file.file() + ", line " + block.line()
                    + ": this block is no X.509 certificate; write the file anew");
        }
    }
}
