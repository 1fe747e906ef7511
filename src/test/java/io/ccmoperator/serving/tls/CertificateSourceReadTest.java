// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.serving.tls.ServingCertificate.Origin;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CertificateSourceReadTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final String UNREADABLE_KEY = "FOLDER/tls.key: cannot be read as the key of the certificate in"
            + " FOLDER/tls.crt; write its RSA or EC key in PEM (PKCS #8, PKCS #1 or SEC 1), without a passphrase";
    private static final SamplePair RSA = SamplePair.rsa("rsa");
    private static final SamplePair ED25519 = SamplePair.ed25519("ed25519");
    private static final SamplePair EC = SamplePair.ec("ec");

    @TempDir
    Path folder;

    private ServingCertificate read() {
        return new CertificateSource(folder, VERTX, Clock.systemUTC()).read().orElseThrow();
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
                Arguments.of("PKCS #1", RSA, RSA.traditional()),
                Arguments.of("SEC 1, parameters in front", EC, EC.traditional()),
                Arguments.of("the certificate in front", EC, EC.certificatesPem() + EC.pkcs8()),
                Arguments.of(
                        "CRLF and text around", RSA, "a key\n" + RSA.pkcs8().replace("\n", "\r\n") + "\nits end"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("keys")
    void readsKeyInEachForm(String form, SamplePair pair, String key) {
        SamplePair.write(folder, pair.certificatesPem(), key);

        assertThat(read().origin()).isEqualTo(Origin.FILE);
        assertThat(read().chain()).isEqualTo(pair.chain());
    }

    @Test
    void readsNothingWithoutFiles() {
        assertThat(new CertificateSource(folder, VERTX, Clock.systemUTC()).read())
                .isEmpty();
        assertThat(new CertificateSource(folder.resolve("missing"), VERTX, Clock.systemUTC()).read())
                .isEmpty();
    }

    @Test
    void rejectsIncompletePair() throws Exception {
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
    void rejectsKeyOfAnotherCertificate(String kind, String key) {
        SamplePair.write(folder, EC.certificatesPem(), key);

        assertRefused(UNREADABLE_KEY);
    }

    static Stream<String> badKeys() {
        String pem = EC.pkcs8();
        byte[] nonsense = "not a key at all".getBytes(StandardCharsets.US_ASCII);
        return Stream.of(
                "",
                EC.certificatesPem(),
                pem.substring(0, 100),
                pem.replaceFirst("\n..", "\n!?"),
                "-----END PRIVATE KEY-----",
                pem.replace("PRIVATE", "ENCRYPTED PRIVATE"),
                RSA.traditional().replaceFirst("KEY-----\n", "KEY-----\nProc-Type: 4,ENCRYPTED\n\n"),
                SamplePair.block("PRIVATE KEY", nonsense),
                SamplePair.block("RSA PRIVATE KEY", nonsense),
                SamplePair.block("EC PRIVATE KEY", nonsense),
                SamplePair.block("DSA PRIVATE KEY", nonsense),
                pem.replace("PRIVATE", "RSA PRIVATE"),
                ED25519.pkcs8());
    }

    @ParameterizedTest
    @MethodSource("badKeys")
    void rejectsInvalidKeyWithoutShowingIt(String key) {
        SamplePair.write(folder, EC.certificatesPem(), key);

        assertThatThrownBy(this::read).hasNoCause();
        assertRefused(UNREADABLE_KEY);
    }

    static Stream<String> badCertificates() {
        byte[] nonsense = "not a certificate".getBytes(StandardCharsets.US_ASCII);
        return Stream.of(
                "",
                EC.pkcs8(),
                SamplePair.block("CERTIFICATE", nonsense),
                EC.certificatesPem().substring(0, 400));
    }

    @ParameterizedTest
    @MethodSource("badCertificates")
    void rejectsInvalidCertificate(String certificates) {
        SamplePair.write(folder, certificates, EC.pkcs8());

        assertRefused("FOLDER/tls.crt: cannot be read as X.509 certificates in PEM; write the server's to it");
    }
}
