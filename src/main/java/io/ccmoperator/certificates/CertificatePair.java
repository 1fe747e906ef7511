// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;

/**
 * A certificate and its private key, tls.crt and tls.key of a Secret of type kubernetes.io/tls. A program in Go ends at its start where they do
 * not fit (crypto/tls, {@code X509KeyPair}).
 */
public final class CertificatePair {
    private static final byte[] PROBE = "whose key is this?".getBytes(StandardCharsets.US_ASCII);

    /** Algorithm of a key to the one of its signatures. */
    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

    /** What PKCS #8 calls these; not each Java knows them by that. */
    private static final Map<ASN1ObjectIdentifier, String> ALGORITHMS = Map.of(
            PKCSObjectIdentifiers.rsaEncryption, "RSA",
            X9ObjectIdentifiers.id_ecPublicKey, "EC");

    private CertificatePair() {}

    /**
     * Why a program cannot serve a pair. What is unknown here, such as an algorithm, is left to the program.
     *
     * @param certificates PEM, of which the first one is the server's
     * @param key PEM: PKCS #8, PKCS #1 or SEC 1, without a passphrase
     * @return names the file, and shows no content; empty if nothing is wrong
     */
    public static Optional<String> fault(String certificates, String key) {
        List<PemScanner.Block> blocks = new PemScanner(certificates).blocks();
        if (blocks.isEmpty()) {
            return Optional.of("tls.crt has no certificate in PEM");
        }
        try {
            X509Certificate certificate = DerCertificate.read(blocks.get(0).content());
            Optional<PrivateKey> itsKey = privateKey(key);
            if (itsKey.isEmpty()) {
                return Optional.of("tls.key has no private key in PEM without a passphrase");
            }
            return fits(itsKey.get(), certificate)
                    ? Optional.empty()
                    : Optional.of("tls.key is not the key of the first certificate in tls.crt");
        } catch (NoSuchAlgorithmException e) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            return Optional.of("tls.crt or tls.key cannot be read");
        }
    }

    /**
     * Whether a key is that of a certificate; true where its algorithm is unknown here. JSSE does not compare them, and every handshake would
     * fail.
     *
     * @throws GeneralSecurityException if the key cannot sign
     */
    public static boolean fits(PrivateKey key, X509Certificate certificate) throws GeneralSecurityException {
        String algorithm = SIGNATURES.get(key.getAlgorithm());
        if (algorithm == null) {
            return true;
        }
        if (!key.getAlgorithm().equals(certificate.getPublicKey().getAlgorithm())) {
            return false;
        }
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(PROBE);
        byte[] signed = signature.sign();
        signature.initVerify(certificate.getPublicKey());
        signature.update(PROBE);
        return signature.verify(signed);
    }

    /**
     * The first private key in PEM: PKCS #8, PKCS #1 or SEC 1.
     *
     * @return empty if there is none without a passphrase, or it cannot be read
     * @throws GeneralSecurityException if its algorithm is unknown here
     */
    public static Optional<PrivateKey> privateKey(String pem) throws GeneralSecurityException {
        try (PEMParser parser = new PEMParser(new StringReader(pem))) {
            for (Object block = parser.readObject(); block != null; block = parser.readObject()) {
                if (block instanceof PEMKeyPair pair) {
                    return Optional.of(privateKey(pair.getPrivateKeyInfo()));
                } else if (block instanceof PrivateKeyInfo info) {
                    return Optional.of(privateKey(info));
                }
            }
            return Optional.empty();
        } catch (IOException | IllegalStateException | IllegalArgumentException e) {
            // The parser's for bad base64 and bad ASN.1; its messages may show pieces of the key.
            return Optional.empty();
        }
    }

    private static PrivateKey privateKey(PrivateKeyInfo info) throws IOException, GeneralSecurityException {
        ASN1ObjectIdentifier algorithm = info.getPrivateKeyAlgorithm().getAlgorithm();
        return KeyFactory.getInstance(ALGORITHMS.getOrDefault(algorithm, algorithm.getId()))
                .generatePrivate(new PKCS8EncodedKeySpec(info.getEncoded()));
    }
}
