// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import io.ccmoperator.serving.tls.ServingCertificate.Origin;
import io.vertx.core.net.KeyCertOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.bouncycastle.asn1.DERUTCTime;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;

/**
 * Self-signed certificates, to serve until there is a real one. They stay in memory, and the key may stay in a module that does not hand
 * it out, as a JDK in FIPS mode has it.
 */
final class SelfSigned {
    private static final String NAME = "cloud-controller-manager-operator";
    private static final String SERVICE = NAME + ".openshift-" + NAME + ".svc";
    private static final Duration VALID = Duration.ofDays(365);
    /** Clocks of clients may be late. */
    private static final Duration EARLIER = Duration.ofHours(1);

    private SelfSigned() {}

    /** Makes a key on the curve P-256 and its certificate, valid for a year. */
    static ServingCertificate create(Instant now) {
        try {
            KeyPair keys = keys();
            X509Certificate certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(certificate(keys, now)));
            return new ServingCertificate(
                    Origin.SELF_SIGNED,
                    KeyCertOptions.wrap(new OneKey(keys.getPrivate(), certificate)),
                    List.of(certificate));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this JDK cannot make a certificate", e);
        }
    }

    private static KeyPair keys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    /** As X.509 has times before 2050. Not by a Date: it is formatted by the locales of the JDK, which takes as long as the key. */
    private static Time time(Instant at) {
        String digits = at.truncatedTo(ChronoUnit.SECONDS)
                .toString()
                .replace("-", "")
                .replace("T", "")
                .replace(":", "");
        return new Time(new DERUTCTime(digits.substring("20".length())));
    }

    private static byte[] certificate(KeyPair keys, Instant now) throws IOException {
        X500Name name = new X500Name("CN=" + NAME);
        X509v3CertificateBuilder builder = new X509v3CertificateBuilder(
                name,
                new BigInteger(127, new SecureRandom()).add(BigInteger.ONE),
                time(now.minus(EARLIER)),
                time(now.plus(VALID)),
                name,
                SubjectPublicKeyInfo.getInstance(keys.getPublic().getEncoded()));
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(new GeneralName[] {
            dns(SERVICE), dns("localhost")
        }));
        return builder.build(new Signer(keys.getPrivate())).getEncoded();
    }

    private static GeneralName dns(String name) {
        return new GeneralName(GeneralName.dNSName, name);
    }

    /** Signs certificates with the JDK. Bouncy Castle's own signers would look up classes by their names. */
    static final class Signer implements ContentSigner {
        private final PrivateKey key;
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();

        /** @param key on an elliptic curve */
        Signer(PrivateKey key) {
            this.key = key;
        }

        @Override
        public AlgorithmIdentifier getAlgorithmIdentifier() {
            return new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256);
        }

        @Override
        public OutputStream getOutputStream() {
            return content;
        }

        @Override
        public byte[] getSignature() {
            try {
                Signature signature = Signature.getInstance("SHA256withECDSA");
                signature.initSign(key);
                signature.update(content.toByteArray());
                return signature.sign();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("this JDK cannot sign a certificate", e);
            }
        }
    }

    /** The only key of a server, without a key store, which takes only keys that it can write. */
    private static final class OneKey extends X509ExtendedKeyManager {
        private static final String ALIAS = "self-signed";

        private final PrivateKey key;
        private final X509Certificate certificate;

        OneKey(PrivateKey key, X509Certificate certificate) {
            this.key = key;
            this.certificate = certificate;
        }

        @Override
        public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
            return chooseServerAlias(keyType, issuers, null);
        }

        @Override
        public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
            return key.getAlgorithm().equals(keyType) ? ALIAS : null;
        }

        @Override
        public String[] getServerAliases(String keyType, Principal[] issuers) {
            return key.getAlgorithm().equals(keyType) ? new String[] {ALIAS} : null;
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return new X509Certificate[] {certificate};
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return key;
        }

        /** It is no client's. */
        @Override
        public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
            return null;
        }

        @Override
        public String[] getClientAliases(String keyType, Principal[] issuers) {
            return null;
        }
    }
}
