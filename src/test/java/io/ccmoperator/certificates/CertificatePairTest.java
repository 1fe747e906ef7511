// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.serving.tls.SamplePair;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CertificatePairTest {
    private static final SamplePair RSA = SamplePair.rsa("a");
    private static final SamplePair EC = SamplePair.ec("a");
    private static final String CUT_OFF = "-----BEGIN PRIVATE KEY-----\nMIIEvQ\n";

    static Stream<Arguments> pairs() {
        return Stream.of(RSA, EC, SamplePair.ed25519("a"))
                .flatMap(pair -> Stream.of(pair.pkcs8(), traditional(pair))
                        .map(key ->
                                Arguments.of(pair.keys().getPrivate().getAlgorithm(), pair.certificatesPem(), key)));
    }

    /** There is no other form for Ed25519. */
    private static String traditional(SamplePair pair) {
        return pair.keys().getPrivate().getAlgorithm().equals("EdDSA") ? pair.pkcs8() : pair.traditional();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pairs")
    void takesPair(String algorithm, String certificates, String key) {
        assertThat(CertificatePair.fault(certificates, key)).isEmpty();
        assertThat(CertificatePair.fault("Issued today\n" + certificates, "Issued today\n" + key))
                .isEmpty();
    }

    @Test
    void namesKeyOfAnotherCertificate() {
        assertThat(CertificatePair.fault(
                        EC.certificatesPem(), SamplePair.ec("a").pkcs8()))
                .contains("tls.key is not the key of the first certificate in tls.crt");
        assertThat(CertificatePair.fault(EC.certificatesPem(), RSA.pkcs8()))
                .contains("tls.key is not the key of the first certificate in tls.crt");
        assertThat(CertificatePair.fault(RSA.certificatesPem(), EC.traditional()))
                .contains("tls.key is not the key of the first certificate in tls.crt");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", CUT_OFF, "-----BEGIN PRIVATE KEY-----\n?\n-----END PRIVATE KEY-----\n"})
    void namesFileWithoutContent(String text) {
        assertThat(CertificatePair.fault(text, EC.pkcs8())).contains("tls.crt has no certificate in PEM");
        assertThat(CertificatePair.fault(EC.certificatesPem(), text))
                .contains("tls.key has no private key in PEM without a passphrase");
    }

    @Test
    void showsNothingOfKeyThatCannotBeRead() {
        String noKey = SamplePair.block("PRIVATE KEY", "secret".getBytes(StandardCharsets.UTF_8));
        assertThat(CertificatePair.fault(EC.certificatesPem(), noKey).orElseThrow())
                .startsWith("tls.")
                .doesNotContain("secret", "c2VjcmV0");
        String noCertificate = SamplePair.block("CERTIFICATE", "none".getBytes(StandardCharsets.UTF_8));
        assertThat(CertificatePair.fault(noCertificate, EC.pkcs8())).contains("tls.crt or tls.key cannot be read");
    }
}
