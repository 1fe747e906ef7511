/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving.tls;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.files.InputFile;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.edec.EdECObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.RSAPrivateKey;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/** Private keys in PEM: PKCS #8 for RSA, elliptic curves and Ed25519, PKCS #1 for RSA, SEC 1 for elliptic curves. */
final class PrivateKeys {
    private static final String PRIVATE_KEY = "PRIVATE KEY";

    private PrivateKeys() {}

    /**
     * The first private key of a file. What else is there, curve parameters or certificates, does not count.
     *
     * @throws InvalidInputException if there is none, or it cannot be read; the line shows nothing of the key
     */
    static PrivateKey of(InputFile file) {
        PemBlock block = PemBlocks.of(file).stream()
                .filter(any -> any.type().endsWith(PRIVATE_KEY))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        file.file() + ": holds no private key in PEM; write the key of tls.crt to it"));
        if (block.type().startsWith("ENCRYPTED")) {
            throw fault(file, block, "is encrypted; write it without a passphrase");
        }
        try {
            PrivateKeyInfo key = info(block);
            return KeyFactory.getInstance(algorithm(key)).generatePrivate(new PKCS8EncodedKeySpec(key.getEncoded()));
        } catch (GeneralSecurityException | IOException | RuntimeException e) {
            // Bouncy Castle refuses with whatever comes to hand, and messages may show what they could not read.
            throw fault(file, block, "cannot be read; write an RSA or EC key in PKCS #8, PKCS #1 or SEC 1");
        }
    }

    /** The JDK reads PKCS #8 only, which wraps the two others. */
    private static PrivateKeyInfo info(PemBlock block) throws IOException {
        return switch (block.type()) {
            case PRIVATE_KEY -> PrivateKeyInfo.getInstance(block.content());
            case "RSA " + PRIVATE_KEY ->
                new PrivateKeyInfo(
                        new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE),
                        RSAPrivateKey.getInstance(block.content()));
            case "EC " + PRIVATE_KEY -> {
                ECPrivateKey key = ECPrivateKey.getInstance(block.content());
                yield new PrivateKeyInfo(
                        new AlgorithmIdentifier(X9ObjectIdentifiers.id_ecPublicKey, key.getParametersObject()), key);
            }
            default -> throw new IOException("unknown type");
        };
    }

    private static String algorithm(PrivateKeyInfo key) throws NoSuchAlgorithmException {
        ASN1ObjectIdentifier identifier = key.getPrivateKeyAlgorithm().getAlgorithm();
        if (identifier.equals(PKCSObjectIdentifiers.rsaEncryption)) {
            return "RSA";
        } else if (identifier.equals(X9ObjectIdentifiers.id_ecPublicKey)) {
            return "EC";
        } else if (identifier.equals(EdECObjectIdentifiers.id_Ed25519)) {
            return "Ed25519";
        }
        throw new NoSuchAlgorithmException(identifier.getId());
    }

    private static InvalidInputException fault(InputFile file, PemBlock block, String reason) {
        return new InvalidInputException(
                file.file() + ", line " + block.line() + ": this " + block.type() + " " + reason);
    }
}
