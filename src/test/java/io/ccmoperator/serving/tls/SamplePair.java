// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import io.ccmoperator.serving.tls.ServingCertificate.Origin;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;

/** A key and its certificate, and their forms in PEM. */
public record SamplePair(KeyPair keys, List<X509Certificate> chain) {
    private static final KeyPair CA = keys("EC", 256);

    public static SamplePair rsa(String name) {
        return of(keys("RSA", 2048), name, Instant.now().plus(Duration.ofDays(90)));
    }

    public static SamplePair ec(String name) {
        return ec(name, Instant.now().plus(Duration.ofDays(90)));
    }

    public static SamplePair ec(String name, Instant notAfter) {
        return of(keys("EC", 256), name, notAfter);
    }

    public static SamplePair ed25519(String name) {
        return of(keys("Ed25519", 255), name, Instant.now().plus(Duration.ofDays(90)));
    }

    private static SamplePair of(KeyPair keys, String name, Instant notAfter) {
        return new SamplePair(keys, List.of(certificate(keys, name, notAfter), certificate(CA, "ca", notAfter)));
    }

    private static KeyPair keys(String algorithm, int bits) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(bits);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static X509Certificate certificate(KeyPair keys, String name, Instant notAfter) {
        byte[] encoded;
        try {
            encoded = new X509v3CertificateBuilder(
                            new X500Name("CN=ca"),
                            BigInteger.ONE,
                            Date.from(notAfter.minus(Duration.ofDays(100))),
                            Date.from(notAfter),
                            new X500Name("CN=" + name),
                            SubjectPublicKeyInfo.getInstance(keys.getPublic().getEncoded()))
                    .build(new SelfSigned.Signer(CA.getPrivate()))
                    .getEncoded();
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As the metrics endpoint serves it. */
    public ServingCertificate serving(Origin origin) {
        return new ServingCertificate(
                origin,
                new PemKeyCertOptions()
                        .addCertValue(Buffer.buffer(certificatesPem()))
                        .addKeyValue(Buffer.buffer(pkcs8())),
                chain);
    }

    /** The certificate and the one of its authority. */
    public String certificatesPem() {
        return block("CERTIFICATE", encoded(chain.get(0))) + block("CERTIFICATE", encoded(chain.get(1)));
    }

    /** The data of a Secret, in YAML. */
    public String secretData() {
        return secretDataWithKeyOf(this);
    }

    public String secretDataWithKeyOf(SamplePair other) {
        return "{tls.crt: %s, tls.key: %s}".formatted(base64(certificatesPem()), base64(other.pkcs8()));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    public String pkcs8() {
        return block("PRIVATE KEY", keys.getPrivate().getEncoded());
    }

    /** PKCS #1, as OpenShift's service CA writes it, or SEC 1 with the parameters that OpenSSL writes in front. */
    public String traditional() {
        PrivateKeyInfo info = PrivateKeyInfo.getInstance(keys.getPrivate().getEncoded());
        try {
            if (keys.getPrivate() instanceof ECPrivateKey key) {
                var curve = info.getPrivateKeyAlgorithm().getParameters();
                return block("EC PARAMETERS", curve.toASN1Primitive().getEncoded())
                        + block(
                                "EC PRIVATE KEY",
                                new org.bouncycastle.asn1.sec.ECPrivateKey(256, key.getS(), curve).getEncoded());
            }
            return block(
                    "RSA PRIVATE KEY", info.parsePrivateKey().toASN1Primitive().getEncoded());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes tls.crt and tls.key. */
    public void write(Path folder) {
        write(folder, certificatesPem(), pkcs8());
    }

    public static void write(Path folder, String certificates, String key) {
        try {
            Files.writeString(folder.resolve("tls.crt"), certificates);
            Files.writeString(folder.resolve("tls.key"), key);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String block(String type, byte[] content) {
        return "-----BEGIN " + type + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content)
                + "\n-----END " + type + "-----\n";
    }

    private static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
