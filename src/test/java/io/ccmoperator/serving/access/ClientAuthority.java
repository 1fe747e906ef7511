// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import io.ccmoperator.AnyServer;
import io.ccmoperator.serving.tls.SamplePair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * An authority that signs client certificates.
 *
 * @param chain its certificate, then those of the authorities above it
 */
public record ClientAuthority(KeyPair keys, List<X509Certificate> chain) {
    private static final AtomicLong SERIAL = new AtomicLong(1);
    private static final char[] PASSWORD = "secret".toCharArray();

    /**
     * A client's key and its certificate.
     *
     * @param chain the certificate, and what the client sends after it
     */
    public record Client(KeyPair keys, List<X509Certificate> chain) {
        /** The certificate and what is sent after it. */
        public String certificatesPem() {
            return String.join("", chain.stream().map(ClientAuthority::pem).toList());
        }

        /** The key, PKCS #8. */
        public String keyPem() {
            return SamplePair.block("PRIVATE KEY", keys.getPrivate().getEncoded());
        }

        /** Trusts any server and shows the certificate. */
        public SSLContext context() {
            try {
                KeyStore store = KeyStore.getInstance("PKCS12");
                store.load(null, null);
                store.setKeyEntry("client", keys.getPrivate(), PASSWORD, chain.toArray(X509Certificate[]::new));
                KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                factory.init(store, PASSWORD);
                return AnyServer.context(factory.getKeyManagers());
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** An authority that signs its own certificate, valid for a day. */
    public static ClientAuthority create(String name) {
        return create(name, Instant.now().plus(Duration.ofDays(1)));
    }

    static ClientAuthority create(String name, Instant notAfter) {
        KeyPair keys = newKeys();
        X500Name subject = new X500Name("CN=" + name);
        return new ClientAuthority(keys, List.of(sign(keys, subject, authority(subject, subject, keys, notAfter))));
    }

    /** An authority whose certificate this one signs. */
    ClientAuthority intermediate(String name) {
        KeyPair other = newKeys();
        List<X509Certificate> above = new ArrayList<>(chain);
        above.add(0, sign(keys, issuer(), authority(issuer(), new X500Name("CN=" + name), other, tomorrow())));
        return new ClientAuthority(other, above);
    }

    /** The certificate as PEM. */
    public String pem() {
        return pem(chain.get(0));
    }

    private static String pem(X509Certificate certificate) {
        try {
            return SamplePair.block("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A client of a common name whose certificate is valid for a day. */
    public Client client(String commonName) {
        return client(new X500Name("CN=" + commonName), tomorrow(), KeyPurposeId.id_kp_clientAuth);
    }

    /** A client whose certificate is valid until a time. */
    public Client client(String commonName, Instant notAfter) {
        return client(new X500Name("CN=" + commonName), notAfter, KeyPurposeId.id_kp_clientAuth);
    }

    /** A client whose certificate has no extended key usage, or these. */
    Client client(X500Name subject, Instant notAfter, KeyPurposeId... usages) {
        KeyPair own = newKeys();
        X509v3CertificateBuilder builder = builder(issuer(), subject, own, notAfter);
        try {
            if (usages.length > 0) {
                builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(usages));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<X509Certificate> sent = new ArrayList<>(chain);
        sent.add(0, sign(keys, issuer(), builder));
        return new Client(own, sent);
    }

    private X500Name issuer() {
        return X500Name.getInstance(chain.get(0).getSubjectX500Principal().getEncoded());
    }

    private static Instant tomorrow() {
        return Instant.now().plus(Duration.ofDays(1));
    }

    private static X509v3CertificateBuilder authority(
            X500Name issuer, X500Name subject, KeyPair keys, Instant notAfter) {
        try {
            return builder(issuer, subject, keys, notAfter)
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static X509v3CertificateBuilder builder(X500Name issuer, X500Name subject, KeyPair keys, Instant notAfter) {
        return new JcaX509v3CertificateBuilder(
                issuer,
                BigInteger.valueOf(SERIAL.getAndIncrement()),
                Date.from(notAfter.minus(Duration.ofDays(2))),
                Date.from(notAfter),
                subject,
                keys.getPublic());
    }

    private static X509Certificate sign(KeyPair signer, X500Name issuer, X509v3CertificateBuilder certificate) {
        try {
            return new JcaX509CertificateConverter()
                    .getCertificate(certificate.build(
                            new JcaContentSignerBuilder("SHA256withECDSA").build(signer.getPrivate())));
        } catch (OperatorCreationException | GeneralSecurityException e) {
            throw new IllegalStateException("no certificate of " + issuer, e);
        }
    }

    private static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
