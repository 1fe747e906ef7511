// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.operator.ContentSigner;

/** Signs certificates with the JDK. Bouncy Castle's own signers would look up classes by their names. */
final class JdkSigner implements ContentSigner {
    private final PrivateKey key;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    /** @param key an RSA key, or one on an elliptic curve */
    JdkSigner(PrivateKey key) {
        this.key = key;
    }

    /** The signatures of such a key. */
    static Signature signature(PrivateKey key) throws GeneralSecurityException {
        return Signature.getInstance(isRsa(key) ? "SHA256withRSA" : "SHA256withECDSA");
    }

    private static boolean isRsa(PrivateKey key) {
        return key.getAlgorithm().equals("RSA");
    }

    @Override
    public AlgorithmIdentifier getAlgorithmIdentifier() {
        return isRsa(key)
                ? new AlgorithmIdentifier(PKCSObjectIdentifiers.sha256WithRSAEncryption, DERNull.INSTANCE)
                : new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256);
    }

    @Override
    public OutputStream getOutputStream() {
        return content;
    }

    @Override
    public byte[] getSignature() {
        try {
            Signature signature = signature(key);
            signature.initSign(key);
            signature.update(content.toByteArray());
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot sign a certificate", e);
        }
    }
}
