// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.text.Pem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBMPString;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.DERPrintableString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Certificates that Java's factory reads, and Go's crypto/x509 reads or rejects: those with a mark that is critical since Go 1.23. */
class GoReadingTest {
    private static final int RSA_BITS = 1024;
    private static final KeyPair KEYS = keys();
    private static final X500Name NAME = new X500Name("CN=A");
    private static final ASN1Encodable CA = new BasicConstraints(true);

    private record Made(X500Name name, SubjectPublicKeyInfo key, Extension extension) {
        Made {
            name = name == null ? NAME : name;
            key = key == null
                    ? SubjectPublicKeyInfo.getInstance(KEYS.getPublic().getEncoded())
                    : key;
        }

        static Made of(String id, boolean critical, byte[] content) {
            return new Made(
                    null, null, new Extension(new ASN1ObjectIdentifier(id), critical, new DEROctetString(content)));
        }

        static Made of(Extension extension) {
            return new Made(null, null, extension);
        }

        static Made named(ASN1Encodable value) {
            return new Made(new X500NameBuilder().addRDN(BCStyle.O, value).build(), null, null);
        }

        byte[] encoded() throws Exception {
            X509v3CertificateBuilder builder = new X509v3CertificateBuilder(
                    name,
                    BigInteger.ONE,
                    Date.from(Instant.EPOCH),
                    Date.from(Instant.parse("2040-01-01T00:00:00Z")),
                    name,
                    key);
            if (extension != null) {
                builder.addExtension(extension);
            }
            return builder.build(new JcaContentSignerBuilder("SHA256withRSA").build(KEYS.getPrivate()))
                    .getEncoded();
        }
    }

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(RSA_BITS);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Extension extension(ASN1ObjectIdentifier id, boolean critical, ASN1Encodable value) {
        try {
            return Extension.create(id, critical, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SubjectPublicKeyInfo rsa(AlgorithmIdentifier algorithm, BigInteger modulus) {
        RSAPublicKey key = (RSAPublicKey) KEYS.getPublic();
        try {
            return new SubjectPublicKeyInfo(algorithm, new DERSequence(new ASN1Encodable[] {
                new ASN1Integer(modulus), new ASN1Integer(key.getPublicExponent())
            }));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Extension permitted(GeneralName name) {
        return extension(
                Extension.nameConstraints,
                true,
                new NameConstraints(new GeneralSubtree[] {new GeneralSubtree(name)}, null));
    }

    private static Extension address(String hex) {
        return permitted(new GeneralName(
                GeneralName.iPAddress, new DEROctetString(HexFormat.of().parseHex(hex))));
    }

    static List<Arguments> rejected() {
        BigInteger modulus = ((RSAPublicKey) KEYS.getPublic()).getModulus();
        BigInteger negative = modulus.subtract(BigInteger.ONE.shiftLeft(RSA_BITS));
        AlgorithmIdentifier rsa =
                SubjectPublicKeyInfo.getInstance(KEYS.getPublic().getEncoded()).getAlgorithm();
        String string = "its issuer has a character that a string of its kind cannot have";
        String address = "an extension that names a key or an address is marked as critical";
        String constraints = "its extension nameConstraints is not well-formed";
        return List.of(
                Arguments.of("printable-at", Made.named(new DERPrintableString("a@example.com", false)), string),
                Arguments.of("printable-underscore", Made.named(new DERPrintableString("My_CA", false)), string),
                Arguments.of(
                        "rsa-without-null",
                        new Made(
                                null, rsa(new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption), modulus), null),
                        "its RSA key has no parameters NULL"),
                Arguments.of(
                        "rsa-negative",
                        new Made(null, rsa(rsa, negative), null),
                        "a number of its RSA key is not positive"),
                Arguments.of(
                        "critical-subject-key",
                        Made.of(extension(
                                Extension.subjectKeyIdentifier, true, new SubjectKeyIdentifier(new byte[] {1}))),
                        address),
                Arguments.of(
                        "critical-authority-key",
                        Made.of(extension(
                                Extension.authorityKeyIdentifier, true, new AuthorityKeyIdentifier(new byte[] {1}))),
                        address),
                Arguments.of(
                        "subject-key-with-half-a-value",
                        Made.of("2.5.29.14", false, new byte[] {1, 2, 3}),
                        "a part of it is not in DER"),
                Arguments.of(
                        "ca-true-of-ber",
                        Made.of("2.5.29.19", false, HexFormat.of().parseHex("3003010101")),
                        "its extension basicConstraints is not well-formed"),
                Arguments.of(
                        "key-usage-with-padding",
                        Made.of("2.5.29.15", false, HexFormat.of().parseHex("030202ff")),
                        "its extension keyUsage is not well-formed"),
                Arguments.of(
                        "address-of-three-bytes",
                        Made.of("2.5.29.17", false, HexFormat.of().parseHex("30058703010203")),
                        "its extension subjectAltName is not well-formed"),
                Arguments.of("mask-with-hole", Made.of(address("0a000000ff00ff00")), constraints),
                Arguments.of(
                        "domain-with-dot",
                        Made.of(permitted(new GeneralName(GeneralName.dNSName, "example.com."))),
                        constraints));
    }

    @ParameterizedTest
    @MethodSource("rejected")
    void saysWhyGoDoesNotReadCertificate(String name, Made made, String reason) throws Exception {
        byte[] encoded = made.encoded();

        assertThat(GoReading.fault(DerCertificate.read(encoded))).contains(reason);
    }

    static List<Arguments> read() {
        return List.of(
                Arguments.of("plain", new Made(null, null, null)),
                Arguments.of("printable", Made.named(new DERPrintableString("A (b) & c: '*' 1+2=3/?.,-", false))),
                Arguments.of("utf-8", Made.named(new DERUTF8String("Überwachung @ _"))),
                Arguments.of("bmp", Made.named(new DERBMPString("Ü"))),
                Arguments.of("ca", Made.of(extension(Extension.basicConstraints, true, CA))),
                Arguments.of("usage", Made.of(extension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign)))),
                Arguments.of("network", Made.of(address("0a000000ff000000"))),
                Arguments.of("all-networks", Made.of(address("0000000000000000"))),
                Arguments.of("one-host", Made.of(address("0a000001ffffffff"))),
                Arguments.of("domain", Made.of(permitted(new GeneralName(GeneralName.dNSName, ".example.com")))),
                Arguments.of(
                        "names",
                        Made.of(extension(Extension.subjectAlternativeName, false, new GeneralNames(new GeneralName[] {
                            new GeneralName(GeneralName.dNSName, "a_b.example.com"),
                            new GeneralName(GeneralName.iPAddress, "fd00::1"),
                            new GeneralName(GeneralName.uniformResourceIdentifier, "spiffe://a/b")
                        })))),
                Arguments.of("unknown-critical", Made.of("1.2.3.4", true, new byte[] {1})));
    }

    @ParameterizedTest
    @MethodSource("read")
    void acceptsWhatGoReads(String name, Made made) throws Exception {
        byte[] encoded = made.encoded();

        assertThat(GoReading.fault(DerCertificate.read(encoded))).isEmpty();
    }

    /** As a program writes it that does not convert its text. */
    @Test
    void rejectsNameInLatin1ThatIsSaidToBeUtf8() throws Exception {
        byte[] encoded = Made.named(new DERUTF8String("ÜÜ")).encoded();
        byte[] utf8 = "ÜÜ".getBytes(StandardCharsets.UTF_8);
        byte[] latin1 = "ÜberÜber".substring(0, utf8.length).getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(latin1, 0, encoded, indexOf(encoded, utf8), latin1.length);

        assertThat(GoReading.fault(DerCertificate.read(encoded)))
                .contains("its issuer has a character that a string of its kind cannot have");
    }

    @Test
    void rejectsKeyThatIsNotOnItsCurve() throws Exception {
        byte[] encoded = der(Certificates.pem("ca-1"));
        byte[] start = HexFormat.of().parseHex("2a8648ce3d030107034200");
        int point = indexOf(encoded, start) + start.length;
        encoded[point + 5] ^= 1;

        assertThat(GoReading.fault(DerCertificate.read(encoded))).contains("its key is not a point of the curve");
    }

    /** They were in the bundle before, beside others that count. */
    @Test
    void keepsCertificateWithoutEffectInBundleOfEitherKind() throws Exception {
        String ignored = Pem.block(
                Pem.CERTIFICATE,
                Made.named(new DERPrintableString("My_CA", false)).encoded());
        String text = Certificates.pem("ca-1") + "# Mine\n" + ignored;
        String line = "line " + (Certificates.pem("ca-1").lines().count() + 2)
                + ", Mine: programs in Go pass over this certificate, its issuer has a character that a string of its kind"
                + " cannot have; get a new one from its CA";

        for (Bundle bundle : List.of(BundleReader.strict(text), BundleReader.lenient(text))) {
            assertThat(bundle.certificates()).hasSize(2);
            assertThat(bundle.leftOut()).isEmpty();
            assertThat(bundle.withoutEffect()).containsExactly(line);
        }
    }

    @Test
    void namesFileOfPkcs7() {
        byte[] signedData = HexFormat.of().parseHex("300f06092a864886f70d010702a0020500");

        assertThatThrownBy(() -> BundleReader.strict(Pem.block(Pem.CERTIFICATE, signedData)))
                .hasMessage("line 1: this certificate cannot be used, it is a file of PKCS #7; put in what"
                        + " openssl pkcs7 -print_certs -in FILE makes of it");
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        for (int i = 0; i + part.length <= bytes.length; i++) {
            if (Arrays.equals(Arrays.copyOfRange(bytes, i, i + part.length), part)) {
                return i;
            }
        }
        throw new IllegalArgumentException("is not there");
    }

    private static byte[] der(String pem) {
        return Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
    }
}
