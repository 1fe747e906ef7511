/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.serving.tls.ServedCertificate.Origin;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CertificateFolderTest {
    private static final SamplePair RSA = SamplePair.rsa("rsa");
    private static final SamplePair ED25519 = SamplePair.ed25519("ed25519");
    private static final SamplePair EC = SamplePair.ec("ec");

    @TempDir
    Path folder;

    private ServerIdentity read() {
        return new CertificateFolder(folder).read().orElseThrow();
    }

    private void assertRefused(String message) {
        assertThatThrownBy(this::read)
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(message.replace("FOLDER", folder.toString()));
    }

    static List<Arguments> keys() {
        return List.of(
                Arguments.of("PKCS #8, RSA", RSA, RSA.pkcs8()),
                Arguments.of("PKCS #8, EC", EC, EC.pkcs8()),
                Arguments.of("PKCS #8, Ed25519", ED25519, ED25519.pkcs8()),
                Arguments.of("PKCS #1", RSA, RSA.traditional()),
                Arguments.of("SEC 1, parameters in front", EC, EC.traditional()),
                Arguments.of("the certificate in front", EC, EC.certificatesPem() + EC.pkcs8()),
                Arguments.of(
                        "CRLF and text around", RSA, "a key\n" + RSA.pkcs8().replace("\n", "\r\n") + "\nits end"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("keys")
    void aKeyIsReadInEachOfItsForms(String form, SamplePair pair, String key) {
        SamplePair.write(folder, pair.certificatesPem(), key);

        assertThat(read().origin()).isEqualTo(Origin.FILE);
        assertThat(read().chain()).isEqualTo(pair.chain());
        assertThat(read().key().getAlgorithm())
                .isEqualTo(pair.keys().getPrivate().getAlgorithm());
        assertThat(read().fits()).isTrue();
    }

    @Test
    void whereNeitherFileIsThereNothingIsRead() {
        assertThat(new CertificateFolder(folder).read()).isEmpty();
        assertThat(new CertificateFolder(folder.resolve("missing")).read()).isEmpty();
    }

    @Test
    void aPairOfWhichOneIsMissingIsRefused() throws Exception {
        EC.write(folder);
        Files.delete(folder.resolve("tls.key"));
        assertRefused("FOLDER/tls.key: does not exist, but FOLDER/tls.crt does; write both files");

        EC.write(folder);
        Files.delete(folder.resolve("tls.crt"));
        assertRefused("FOLDER/tls.crt: does not exist, but FOLDER/tls.key does; write both files");
    }

    static Stream<Arguments> others() {
        SamplePair ec = SamplePair.ec("another");
        return Stream.of(
                Arguments.of("of the same kind", ec.pkcs8()),
                Arguments.of("of another kind", RSA.pkcs8()),
                Arguments.of("in another form", ec.traditional()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("others")
    void theKeyOfAnotherCertificateIsRefused(String kind, String key) {
        SamplePair.write(folder, EC.certificatesPem(), key);

        assertRefused("FOLDER/tls.key: is not the key of the certificate in FOLDER/tls.crt; write both files anew");
    }

    static Stream<Arguments> badKeys() {
        String pem = EC.pkcs8();
        String unreadable = " cannot be read; write an RSA or EC key in PKCS #8, PKCS #1 or SEC 1";
        byte[] nonsense = "not a key at all".getBytes(StandardCharsets.US_ASCII);
        return Stream.of(
                Arguments.of("", ": holds no private key in PEM; write the key of tls.crt to it"),
                Arguments.of(EC.certificatesPem(), ": holds no private key in PEM; write the key of tls.crt to it"),
                Arguments.of(pem.substring(0, 100), ", line 1: this PRIVATE KEY is cut off; write the file anew"),
                Arguments.of(
                        "\n" + pem + pem.substring(0, 100),
                        ", line 6: this PRIVATE KEY is cut off; write the file anew"),
                Arguments.of(
                        pem.replaceFirst("\n..", "\n!?"),
                        ", line 1: this PRIVATE KEY is no base64; write the file anew"),
                Arguments.of(
                        "-----END PRIVATE KEY-----",
                        ", line 1: a block ends here that did not begin; write the file anew"),
                Arguments.of(
                        pem.replace("PRIVATE", "ENCRYPTED PRIVATE"),
                        ", line 1: this ENCRYPTED PRIVATE KEY is encrypted; write it without a passphrase"),
                Arguments.of(
                        RSA.traditional().replaceFirst("KEY-----\n", "KEY-----\nProc-Type: 4,ENCRYPTED\n\n"),
                        ", line 1: this RSA PRIVATE KEY is encrypted; write it without a passphrase"),
                Arguments.of(SamplePair.block("PRIVATE KEY", nonsense), ", line 1: this PRIVATE KEY" + unreadable),
                Arguments.of(
                        SamplePair.block("RSA PRIVATE KEY", nonsense), ", line 1: this RSA PRIVATE KEY" + unreadable),
                Arguments.of(
                        SamplePair.block("EC PRIVATE KEY", nonsense), ", line 1: this EC PRIVATE KEY" + unreadable),
                Arguments.of(
                        SamplePair.block("DSA PRIVATE KEY", nonsense), ", line 1: this DSA PRIVATE KEY" + unreadable),
                Arguments.of(pem.replace("PRIVATE", "RSA PRIVATE"), ", line 1: this RSA PRIVATE KEY" + unreadable));
    }

    @ParameterizedTest
    @MethodSource("badKeys")
    void aKeyThatCannotBeReadIsRefusedWithoutShowingAnyOfIt(String key, String reason) {
        SamplePair.write(folder, EC.certificatesPem(), key);

        assertRefused("FOLDER/tls.key" + reason);
    }

    static Stream<Arguments> badCertificates() {
        byte[] nonsense = "not a certificate".getBytes(StandardCharsets.US_ASCII);
        return Stream.of(
                Arguments.of("", ": holds no certificate in PEM; write the server's to it"),
                Arguments.of(EC.pkcs8(), ": holds no certificate in PEM; write the server's to it"),
                Arguments.of(
                        "\n\n" + SamplePair.block("CERTIFICATE", nonsense),
                        ", line 3: this block is no X.509 certificate; write the file anew"),
                Arguments.of(
                        EC.certificatesPem().substring(0, 400),
                        ", line 1: this CERTIFICATE is cut off; write the file anew"));
    }

    @ParameterizedTest
    @MethodSource("badCertificates")
    void aCertificateThatCannotBeReadIsRefused(String certificates, String reason) {
        SamplePair.write(folder, certificates, EC.pkcs8());

        assertRefused("FOLDER/tls.crt" + reason);
    }
}
