// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.faults.ServerIdentity;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustedAuthoritiesTest {
    @TempDir
    Path folder;

    private byte[] first;
    private byte[] second;

    @BeforeEach
    void write() throws Exception {
        first = Files.readAllBytes(ServerIdentity.create(folder, "first").certificate());
        second = Files.readAllBytes(ServerIdentity.create(folder, "second").certificate());
    }

    private static X509Certificate[] chain(byte[] pem) throws CertificateException {
        return new X509Certificate[] {
            (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem))
        };
    }

    private static void assertTrusts(X509ExtendedTrustManager authorities, byte[] server) {
        assertThatCode(() -> authorities.checkServerTrusted(chain(server), "ECDHE_ECDSA"))
                .doesNotThrowAnyException();
    }

    private static void assertDistrusts(X509ExtendedTrustManager authorities, byte[] server) {
        assertThatThrownBy(() -> authorities.checkServerTrusted(chain(server), "ECDHE_ECDSA"))
                .isInstanceOf(CertificateException.class);
    }

    @Test
    void trustsOnlyTheGivenAuthoritiesAndNoneOfTheJdk() throws Exception {
        X509ExtendedTrustManager authorities = TrustedAuthorities.read("ca.crt", first);

        assertTrusts(authorities, first);
        assertDistrusts(authorities, second);
        assertThat(authorities.getAcceptedIssuers()).containsExactly(chain(first));
    }

    @Test
    void trustsAllAuthoritiesOfOneText() {
        byte[] both = (new String(first, StandardCharsets.US_ASCII) + new String(second, StandardCharsets.US_ASCII))
                .getBytes(StandardCharsets.US_ASCII);

        X509ExtendedTrustManager authorities = TrustedAuthorities.read("a kubeconfig", both);

        assertTrusts(authorities, first);
        assertTrusts(authorities, second);
    }

    @Test
    void trustsPresentAuthoritiesAtEachHandshake() {
        AtomicReference<X509ExtendedTrustManager> present =
                new AtomicReference<>(TrustedAuthorities.read("ca.crt", first));
        TrustedAuthorities authorities = new TrustedAuthorities(present::get);
        assertTrusts(authorities, first);

        present.set(TrustedAuthorities.read("ca.crt", second));

        assertTrusts(authorities, second);
        assertDistrusts(authorities, first);
    }

    @Test
    void rejectsTextWithoutCertificate() {
        assertThatThrownBy(() -> TrustedAuthorities.read("ca.crt", new byte[0]))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("ca.crt: has no certificate in PEM that can be read; write those of the API server's"
                        + " authorities to it");
    }

    @Test
    void rejectsTextThatIsNotPem() {
        assertThatThrownBy(() -> TrustedAuthorities.read("a kubeconfig", "x".getBytes(StandardCharsets.US_ASCII)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("a kubeconfig: has no certificate in PEM that can be read; ");
    }

    @Test
    void passesOverWhatIsNoCertificate() throws Exception {
        String certificate = new String(first, StandardCharsets.US_ASCII);
        String around = "issuer=CN = x\r\n" + certificate.replace("\n", "\r\n")
                + "-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n"
                + "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n";

        assertThat(TrustedAuthorities.read("ca.crt", around.getBytes(StandardCharsets.US_ASCII))
                        .getAcceptedIssuers())
                .hasSize(1);
        assertThatThrownBy(() ->
                        TrustedAuthorities.read("ca.crt", certificate.indent(2).getBytes(StandardCharsets.US_ASCII)))
                .isInstanceOf(InvalidInputException.class);
    }
}
