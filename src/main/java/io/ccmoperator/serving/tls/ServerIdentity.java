// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import io.ccmoperator.serving.tls.ServedCertificate.Origin;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.X509KeyManager;

/**
 * A serving certificate with its key.
 *
 * @param options both, for Vert.x
 * @param chain the certificate, then those of its authorities
 */
record ServerIdentity(Origin origin, KeyCertOptions options, List<X509Certificate> chain) {
    private static final byte[] PROBE = "whose key is this?".getBytes(StandardCharsets.US_ASCII);

    ServerIdentity {
        chain = List.copyOf(chain);
    }

    /**
     * Reads certificates and key in PEM. Keys are RSA or EC, in PKCS #8, PKCS #1 or SEC 1, without a passphrase.
     *
     * @throws GeneralSecurityException if they cannot be read or the key is not the certificate's; without a cause and without
     *     anything of the key in the message
     */
    static ServerIdentity of(Origin origin, String certificates, String key, Vertx vertx)
            throws GeneralSecurityException {
        PemKeyCertOptions options = new PemKeyCertOptions()
                .addCertValue(Buffer.buffer(certificates))
                .addKeyValue(Buffer.buffer(key));
        X509KeyManager manager = manager(options, vertx);
        for (String algorithm : List.of("EC", "RSA")) {
            String[] aliases = manager.getServerAliases(algorithm, null);
            if (aliases != null) {
                List<X509Certificate> chain = Arrays.asList(manager.getCertificateChain(aliases[0]));
                requireFit(manager.getPrivateKey(aliases[0]), chain.get(0));
                return new ServerIdentity(origin, options, chain);
            }
        }
        throw new GeneralSecurityException("neither RSA nor EC");
    }

    private static X509KeyManager manager(PemKeyCertOptions options, Vertx vertx) throws GeneralSecurityException {
        try {
            return (X509KeyManager) options.getKeyManagerFactory(vertx).getKeyManagers()[0];
        } catch (Exception e) {
            // Declared by Vert.x; what it throws shows pieces of what could not be decoded.
            throw new GeneralSecurityException("unreadable");
        }
    }

    /** JSSE does not compare them, and every handshake would fail. */
    private static void requireFit(PrivateKey key, X509Certificate certificate) throws GeneralSecurityException {
        Signature signature =
                Signature.getInstance(key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA");
        signature.initSign(key);
        signature.update(PROBE);
        byte[] signed = signature.sign();
        signature.initVerify(certificate.getPublicKey());
        signature.update(PROBE);
        if (!signature.verify(signed)) {
            throw new GeneralSecurityException("not the certificate's key");
        }
    }

    X509Certificate certificate() {
        return chain.get(0);
    }

    Instant notBefore() {
        return certificate().getNotBefore().toInstant();
    }

    Instant notAfter() {
        return certificate().getNotAfter().toInstant();
    }

    /** Without the key. */
    @Override
    public String toString() {
        return origin.label() + " " + certificate().getSubjectX500Principal() + " until " + notAfter();
    }
}
