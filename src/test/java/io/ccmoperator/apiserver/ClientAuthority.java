// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apiserver;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Signs certificates of an API server's clients, as the flag --client-ca-file of the server names it. */
public final class ClientAuthority {
    private static final X500Name NAME = new X500Name("CN=clients");

    private final Path file;
    private final PrivateKey key;

    private ClientAuthority(Path file, PrivateKey key) {
        this.file = file;
        this.key = key;
    }

    /** Makes one, whose certificate is a file in the folder. */
    public static ClientAuthority create(Path folder) {
        KeyPair keys = keys();
        Path file = folder.resolve("clients.crt");
        write(file, pem(certificate(NAME, keys.getPublic(), keys.getPrivate(), true, Duration.ofDays(1))));
        return new ClientAuthority(file, keys.getPrivate());
    }

    /** Its certificate, PEM. */
    public Path certificate() {
        return file;
    }

    /**
     * Writes a new certificate with a new key on elliptic curves (PKCS #8), each in one step, the certificate first.
     *
     * @param user the user that the server takes it for, of group system:masters
     * @param life from now on
     */
    public void issue(String user, Duration life, Path certificate, Path key) {
        issue(user, life, certificate, key, keys());
    }

    /** The same with a key of Ed25519. */
    public void issueEd25519(String user, Duration life, Path certificate, Path key) {
        issue(user, life, certificate, key, keys("Ed25519"));
    }

    private void issue(String user, Duration life, Path certificate, Path key, KeyPair keys) {
        X500Name name = new X500Name("O=system:masters,CN=" + user);
        write(certificate, pem(certificate(name, keys.getPublic(), this.key, false, life)));
        write(key, pem(pkcs8(keys.getPrivate())));
    }

    private static KeyPair keys() {
        return keys("EC");
    }

    private static KeyPair keys(String algorithm) {
        try {
            return KeyPairGenerator.getInstance(algorithm).generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static X509CertificateHolder certificate(
            X500Name subject, PublicKey subjectKey, PrivateKey issuer, boolean isAuthority, Duration life) {
        Instant now = Instant.now();
        try {
            return new JcaX509v3CertificateBuilder(
                            NAME,
                            BigInteger.valueOf(System.nanoTime()),
                            Date.from(now.minus(Duration.ofHours(1))),
                            Date.from(now.plus(life)),
                            subject,
                            subjectKey)
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(isAuthority))
                    .build(new JcaContentSignerBuilder("SHA256withECDSA").build(issuer));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object pkcs8(PrivateKey key) {
        try {
            return new JcaPKCS8Generator(key, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String pem(Object object) {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(object);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(Path file, String text) {
        try {
            Path next = Files.writeString(file.resolveSibling(file.getFileName() + ".next"), text);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
