// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import io.ccmoperator.certificates.CertificatePair;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.input.InputFile;
import io.ccmoperator.serving.tls.ServingCertificate.Origin;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.X509KeyManager;
import org.jboss.logging.Logger;

/**
 * Where the serving certificate comes from: the last good one of a folder, and until there has been one, a self-signed one.
 *
 * <p>The folder is as a Secret of type kubernetes.io/tls is mounted: tls.crt, a certificate and those of its authorities, and
 * tls.key, its key, both in PEM. Vert.x reads them; its messages may show what it could not read, and are not passed on.
 * Errors are logged once. Used by one thread at a time.
 */
final class CertificateSource {
    private static final Logger LOG = Logger.getLogger(CertificateSource.class);
    /** A mounted Secret changes all files at once, but they are read one after the other. */
    private static final int ATTEMPTS = 3;
    /** Of a self-signed certificate, before its end. */
    private static final Duration RENEWED = Duration.ofDays(30);

    private final Path certificate;
    private final Path key;
    private final Vertx vertx;
    private final Clock clock;
    /** Null until the first one has been read or made. */
    private ServingCertificate served;

    private String warned = "";

    /**
     * @param folder of tls.crt and tls.key; it need not exist
     * @param vertx reads PEM
     */
    CertificateSource(Path folder, Vertx vertx, Clock clock) {
        this.certificate = folder.resolve("tls.crt");
        this.key = folder.resolve("tls.key");
        this.vertx = vertx;
        this.clock = clock;
    }

    /** The file that messages about a certificate name. */
    Path file() {
        return certificate;
    }

    /** Reads the folder again. Returns the certificate to serve, and logs what is wrong with the folder's. */
    ServingCertificate refresh() {
        warn(readAgain());
        Instant now = clock.instant();
        if (served == null
                || served.origin() == Origin.SELF_SIGNED
                        && !now.isBefore(served.notAfter().minus(RENEWED))) {
            served = SelfSigned.create(now);
        }
        return served;
    }

    /** Takes what is in the folder. Returns what is wrong with it; empty if nothing is. */
    private String readAgain() {
        boolean fromFile = served != null && served.origin() == Origin.FILE;
        String effect =
                fromFile ? " The certificate that was there before is served" : " A self-signed certificate is served";
        try {
            Optional<ServingCertificate> found = read();
            if (found.isPresent()) {
                served = found.get();
                return validity(served);
            }
            return fromFile ? certificate + ": does not exist, nor does its key; write both files again." + effect : "";
        } catch (InvalidInputException e) {
            return e.getMessage() + "." + effect;
        }
    }

    private String validity(ServingCertificate found) {
        Instant now = clock.instant();
        if (now.isAfter(found.notAfter())) {
            return certificate + ": has expired at " + found.notAfter() + "; renew it. It is served nevertheless";
        } else if (now.isBefore(found.notBefore())) {
            return certificate + ": is not valid before " + found.notBefore()
                    + "; check the system clock. It is served nevertheless";
        }
        return "";
    }

    private void warn(String fault) {
        if (!fault.isEmpty() && !fault.equals(warned)) {
            LOG.warn(fault);
        }
        warned = fault;
    }

    /**
     * Reads the pair in the folder. Keys are RSA or EC, in PKCS #8, PKCS #1 or SEC 1, without a passphrase.
     *
     * @return empty if neither file exists
     * @throws InvalidInputException if one is missing, they cannot be read, or they do not belong together; the line names the
     *     file and the remedy
     */
    Optional<ServingCertificate> read() {
        for (int attempt = 1; ; attempt++) {
            Optional<InputFile> chain = InputFile.find(certificate, "a certificate in PEM");
            Optional<InputFile> itsKey = InputFile.find(key, "the private key of tls.crt in PEM");
            if (attempt == ATTEMPTS || chain.equals(InputFile.find(certificate, "a certificate in PEM"))) {
                return chain.isEmpty() && itsKey.isEmpty()
                        ? Optional.empty()
                        : Optional.of(pair(
                                chain.orElseThrow(() -> missing(certificate, key))
                                        .text(),
                                itsKey.orElseThrow(() -> missing(key, certificate))
                                        .text()));
            }
        }
    }

    private static InvalidInputException missing(Path file, Path other) {
        return new InvalidInputException(file + ": does not exist, but " + other + " does; write both files");
    }

    private ServingCertificate pair(String certificates, String itsKey) {
        requireCertificates(certificates);
        PemKeyCertOptions options = new PemKeyCertOptions()
                .addCertValue(Buffer.buffer(certificates))
                .addKeyValue(Buffer.buffer(itsKey));
        try {
            X509KeyManager manager =
                    (X509KeyManager) options.getKeyManagerFactory(vertx).getKeyManagers()[0];
            for (String algorithm : List.of("EC", "RSA")) {
                String[] aliases = manager.getServerAliases(algorithm, null);
                if (aliases != null) {
                    X509Certificate[] chain = manager.getCertificateChain(aliases[0]);
                    if (!CertificatePair.fits(manager.getPrivateKey(aliases[0]), chain[0])) {
                        throw new GeneralSecurityException("not the certificate's key");
                    }
                    return new ServingCertificate(Origin.FILE, options, List.of(chain));
                }
            }
            throw new GeneralSecurityException("neither RSA nor EC");
        } catch (Exception e) {
            // Declared by Vert.x; what it throws shows pieces of what could not be decoded.
            throw new InvalidInputException(key + ": cannot be read as the key of the certificate in " + certificate
                    + "; write its RSA or EC key in PEM (PKCS #8, PKCS #1 or SEC 1), without a passphrase");
        }
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
