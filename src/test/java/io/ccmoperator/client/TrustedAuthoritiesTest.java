// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.LogLines;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.faults.ServerIdentity;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustedAuthoritiesTest {
    @TempDir
    Path folder;

    private Path file;
    private byte[] first;
    private byte[] second;

    @BeforeEach
    void writeFirst() throws Exception {
        first = Files.readAllBytes(ServerIdentity.create(folder, "first").certificate());
        second = Files.readAllBytes(ServerIdentity.create(folder, "second").certificate());
        file = folder.resolve("ca.crt");
        replace(first, 0);
    }

    private void replace(byte[] content, int age) throws Exception {
        Files.write(file, content);
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH.plusSeconds(age)));
    }

    private static X509Certificate[] chain(byte[] pem) throws CertificateException {
        return new X509Certificate[] {
            (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem))
        };
    }

    private static void assertTrusts(TrustedAuthorities authorities, byte[] server) {
        assertThatCode(() -> authorities.checkServerTrusted(chain(server), "ECDHE_ECDSA"))
                .doesNotThrowAnyException();
    }

    private static void assertDistrusts(TrustedAuthorities authorities, byte[] server) {
        assertThatThrownBy(() -> authorities.checkServerTrusted(chain(server), "ECDHE_ECDSA"))
                .isInstanceOf(CertificateException.class);
    }

    @Test
    void trustsOnlyTheAuthoritiesOfTheFileAndNoneOfTheJdk() throws Exception {
        TrustedAuthorities authorities = TrustedAuthorities.of(file);

        assertTrusts(authorities, first);
        assertDistrusts(authorities, second);
        assertThat(authorities.getAcceptedIssuers()).containsExactly(chain(first));
    }

    @Test
    void trustsAllAuthoritiesOfOneText() {
        byte[] both = (new String(first, StandardCharsets.US_ASCII) + new String(second, StandardCharsets.US_ASCII))
                .getBytes(StandardCharsets.US_ASCII);

        TrustedAuthorities authorities = TrustedAuthorities.of(both, "a kubeconfig");

        assertTrusts(authorities, first);
        assertTrusts(authorities, second);
    }

    @Test
    void readsReplacedFile() throws Exception {
        TrustedAuthorities authorities = TrustedAuthorities.of(file);
        assertTrusts(authorities, first);

        replace(second, 1);

        assertTrusts(authorities, second);
        assertDistrusts(authorities, first);
    }

    @Test
    void keepsPreviousAuthoritiesWhileTheFileIsInvalidAndWarnsOnce() throws Exception {
        TrustedAuthorities authorities = TrustedAuthorities.of(file);

        try (LogLines log = LogLines.of(TrustedAuthorities.class)) {
            replace(new byte[0], 1);
            assertTrusts(authorities, first);
            Files.delete(file);
            assertTrusts(authorities, first);

            assertThat(log.warnings())
                    .containsExactly(file + ": cannot read the API server's CA certificates again, still using the"
                            + " previous ones: it has no certificate");
        }
        replace(second, 2);
        assertTrusts(authorities, second);
    }

    @Test
    void rejectsFileThatDoesNotExist() {
        Path missing = folder.resolve("missing.crt");

        assertThatThrownBy(() -> TrustedAuthorities.of(missing))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(missing + ": cannot be read; it must hold the API server's CA certificates");
    }

    @Test
    void rejectsFileWithoutCertificate() throws Exception {
        replace(new byte[0], 1);

        assertThatThrownBy(() -> TrustedAuthorities.of(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        file
                                + ": is not a PEM file of CA certificates: it has no certificate; write those of the API server to it");
    }

    @Test
    void rejectsTextThatIsNotPem() {
        assertThatThrownBy(() -> TrustedAuthorities.of("x".getBytes(StandardCharsets.US_ASCII), "a kubeconfig"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("a kubeconfig: is not PEM with CA certificates: ");
    }
}
