// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.faults;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate for 127.0.0.1 that is its own authority, as PEM files.
 *
 * @param certificate its file
 * @param key the file of its key, PKCS #8
 */
public record ServerIdentity(Path certificate, Path key) {
    /**
     * Makes one with a key of its own.
     *
     * @param name of the files and of the certificate's subject
     */
    public static ServerIdentity create(Path folder, String name) {
        return create(folder, name, new GeneralName(GeneralName.iPAddress, "127.0.0.1"));
    }

    /** The same for a host of another name alone. */
    public static ServerIdentity createFor(String host, Path folder, String name) {
        return create(folder, name, new GeneralName(GeneralName.dNSName, host));
    }

    /**
     * One that has expired.
     *
     * @param authority the file for the certificate of its issuer, which is valid
     */
    public static ServerIdentity createExpired(Path folder, String name, Path authority) {
        GeneralName host = new GeneralName(GeneralName.iPAddress, "127.0.0.1");
        X500Name issuer = new X500Name("CN=issuer of " + name);
        try {
            KeyPair keys = KeyPairGenerator.getInstance("EC").generateKeyPair();
            Files.writeString(authority, pem(certificate(keys, issuer, host, keys, issuer, Duration.ofDays(1))));
            return create(folder, name, host, Optional.of(keys), issuer, Duration.ofHours(-1));
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ServerIdentity create(Path folder, String name, GeneralName host) {
        return create(folder, name, host, Optional.empty(), new X500Name("CN=" + name), Duration.ofDays(1));
    }

    private static ServerIdentity create(
            Path folder, String name, GeneralName host, Optional<KeyPair> issuer, X500Name issuerName, Duration valid) {
        try {
            KeyPair keys = KeyPairGenerator.getInstance("EC").generateKeyPair();
            ServerIdentity identity = new ServerIdentity(folder.resolve(name + ".crt"), folder.resolve(name + ".key"));
            Files.writeString(
                    identity.certificate,
                    pem(certificate(keys, new X500Name("CN=" + name), host, issuer.orElse(keys), issuerName, valid)));
            Files.writeString(identity.key, pem(new JcaPKCS8Generator(keys.getPrivate(), null)));
            return identity;
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static X509CertificateHolder certificate(
            KeyPair keys, X500Name name, GeneralName host, KeyPair issuer, X500Name issuerName, Duration valid)
            throws IOException, OperatorCreationException {
        Instant now = Instant.now();
        return new JcaX509v3CertificateBuilder(
                        issuerName,
                        BigInteger.valueOf(now.toEpochMilli()),
                        Date.from(now.minus(Duration.ofHours(2))),
                        Date.from(now.plus(valid)),
                        name,
                        keys.getPublic())
                .addExtension(Extension.basicConstraints, true, new BasicConstraints(true))
                .addExtension(Extension.subjectAlternativeName, false, new GeneralNames(host))
                .build(new JcaContentSignerBuilder("SHA256withECDSA").build(issuer.getPrivate()));
    }

    private static String pem(Object object) throws IOException {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(object);
        }
        return text.toString();
    }
}
