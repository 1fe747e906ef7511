// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.certificates.CertificatePair;
import io.ccmoperator.cluster.InvalidInputException;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.X509KeyManager;

/** The client certificates that connections show. Reason: the client reads a key on elliptic curves in PKCS #8 as one of RSA. */
final class ClientKeys {
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    private ClientKeys() {}

    /**
     * Reads a certificate with its chain, and its key, both in PEM.
     *
     * @param place where they come from, for messages
     * @throws InvalidInputException if they are not valid; the content is not quoted
     */
    static X509KeyManager read(String place, byte[] certificate, byte[] key, Vertx vertx) {
        try {
            X509KeyManager manager = Arrays.stream(new PemKeyCertOptions()
                            .addCertValue(Buffer.buffer(certificate))
                            .addKeyValue(Buffer.buffer(key))
                            .getKeyManagerFactory(vertx)
                            .getKeyManagers())
                    .filter(X509KeyManager.class::isInstance)
                    .map(X509KeyManager.class::cast)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no key manager"));
            if (!fits(manager)) {
                throw new InvalidInputException(place
                        + ": client-key is not the key of client-certificate; write the two that belong together");
            }
            return manager;
        } catch (InvalidInputException e) {
            throw e;
        } catch (Exception e) {
            // Vert.x declares no narrower type.
            throw new InvalidInputException(place + ": the client certificate or its key is invalid: "
                    + ConnectionFault.innermost(e) + "; write both in PEM");
        }
    }

    /** Not while one of two files is replaced and the other is not yet: each handshake would fail. */
    private static boolean fits(X509KeyManager manager) throws GeneralSecurityException {
        for (String algorithm : ALGORITHMS) {
            for (String alias : Objects.requireNonNullElse(manager.getClientAliases(algorithm, null), new String[0])) {
                return CertificatePair.fits(manager.getPrivateKey(alias), manager.getCertificateChain(alias)[0]);
            }
        }
        return true;
    }
}
