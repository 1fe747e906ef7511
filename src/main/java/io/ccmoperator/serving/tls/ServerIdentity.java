/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving.tls;

import io.ccmoperator.serving.tls.ServedCertificate.Origin;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/**
 * Who a server is: its key and certificate.
 *
 * @param chain its own certificate, then those of the authorities behind it
 */
record ServerIdentity(Origin origin, PrivateKey key, List<X509Certificate> chain) {
    private static final byte[] PROBE = "whose key is this?".getBytes(StandardCharsets.US_ASCII);

    /** Makes the list unmodifiable. */
    ServerIdentity {
        chain = List.copyOf(chain);
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

    /**
     * Whether the certificate is this key's. JSSE does not ask, and every handshake would fail.
     *
     * @return false as well for keys that are too weak, or of a kind that TLS does not sign with
     */
    boolean fits() {
        PublicKey shown = certificate().getPublicKey();
        try {
            Signature signature = Signature.getInstance(algorithm());
            signature.initSign(key);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(shown);
            signature.update(PROBE);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            // Another kind of key than the certificate's; nothing in the exception may be shown.
            return false;
        }
    }

    private String algorithm() {
        return switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
    }

    /** Without the key. */
    @Override
    public String toString() {
        return origin.label() + " " + certificate().getSubjectX500Principal() + " until " + notAfter();
    }
}
