// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.certificates.CertificatePair;
import io.ccmoperator.cluster.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.X509KeyManager;

/**
 * The client certificates that connections show. Reason: the client reads a key on elliptic curves in PKCS #8 as one of RSA, and neither it
 * nor Vert.x reads one of Ed25519.
 */
final class ClientKeys {
    /** Of a store that is never written. */
    private static final char[] PASSWORD = "none".toCharArray();

    private ClientKeys() {}

    /**
     * Reads a certificate with its chain, and its key, both in PEM.
     *
     * @param place where they come from, for messages
     * @throws InvalidInputException if they are not valid; the content is not quoted
     */
    static X509KeyManager read(String place, byte[] certificate, byte[] key) {
        try {
            List<X509Certificate> chain = PemCertificates.read(certificate);
            if (chain.isEmpty()) {
                throw new InvalidInputException(
                        place + ": client-certificate has no certificate in PEM that can be read; write it in PEM");
            }
            PrivateKey itsKey = CertificatePair.privateKey(new String(key, StandardCharsets.ISO_8859_1))
                    .orElseThrow(
                            () -> new InvalidInputException(
                                    place
                                            + ": client-key has no private key in PEM without a passphrase; write one of PKCS #8, PKCS #1 or SEC 1"));
            // Not while one of two files is replaced and the other is not yet: each handshake would fail.
            if (!CertificatePair.fits(itsKey, chain.get(0))) {
                throw new InvalidInputException(place
                        + ": client-key is not the key of client-certificate; write the two that belong together");
            }
            return manager(itsKey, chain);
        } catch (GeneralSecurityException | IOException e) {
            throw new InvalidInputException(place + ": the client certificate or its key cannot be used: "
                    + ConnectionFault.innermost(e) + "; write both in PEM");
        }
    }

    private static X509KeyManager manager(PrivateKey key, List<X509Certificate> chain)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setKeyEntry("client", key, PASSWORD, chain.toArray(X509Certificate[]::new));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, PASSWORD);
        return Arrays.stream(factory.getKeyManagers())
                .filter(X509KeyManager.class::isInstance)
                .map(X509KeyManager.class::cast)
                .findFirst()
                .orElseThrow(() -> new GeneralSecurityException("the JDK has no X.509 key manager"));
    }
}
