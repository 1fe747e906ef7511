// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import static io.ccmoperator.serving.tls.ServerScene.metrics;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.serving.tls.ServingCertificate.Origin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ServingTlsCertificateTest {
    private static final SamplePair RSA = SamplePair.rsa("rsa");
    private static final SamplePair EC = SamplePair.ec("ec");

    @TempDir
    Path folder;

    private ServerScene scene;

    @BeforeEach
    void begin() {
        scene = new ServerScene(folder);
    }

    @AfterEach
    void end() throws Exception {
        scene.close();
    }

    private static List<X509Certificate> shown(int port) throws Exception {
        try (TlsClient client = TlsClient.connect(port)) {
            metrics(client);
            return client.chain();
        }
    }

    private List<X509Certificate> shownAfterChange(int port) throws Exception {
        scene.check();
        return shown(port);
    }

    private void assertOrigin(Origin origin, X509Certificate certificate) {
        assertThat(scene.certificate()).hasValueSatisfying(served -> {
            assertThat(served.origin()).isEqualTo(origin);
            assertThat(served.notAfter()).isEqualTo(certificate.getNotAfter().toInstant());
        });
    }

    @Test
    void replacesSelfSignedCertificateByRealOneAndItsSuccessor() throws Exception {
        assertThat(scene.certificate()).isEmpty();
        int port = scene.listen();
        X509Certificate first = shown(port).get(0);
        assertThat(first.getSubjectX500Principal().getName()).isEqualTo("CN=cloud-controller-manager-operator");
        assertOrigin(Origin.SELF_SIGNED, first);

        RSA.write(folder);
        assertThat(shownAfterChange(port)).isEqualTo(RSA.chain());
        assertOrigin(Origin.FILE, RSA.chain().get(0));

        EC.write(folder);
        assertThat(shownAfterChange(port)).isEqualTo(EC.chain());
        assertOrigin(Origin.FILE, EC.chain().get(0));
        assertThat(scene.log.notices()).hasSize(3);
    }

    static List<Arguments> forms() {
        return List.of(
                Arguments.of("PKCS #8, RSA", RSA, RSA.pkcs8()),
                Arguments.of("PKCS #1", RSA, RSA.traditional()),
                Arguments.of("PKCS #8, EC", EC, EC.pkcs8()),
                Arguments.of("SEC 1", EC, EC.traditional()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("forms")
    void servesExistingPairInAnyForm(String form, SamplePair pair, String key) throws Exception {
        SamplePair.write(folder, pair.certificatesPem(), key);

        assertThat(shown(scene.listen())).isEqualTo(pair.chain());
    }

    @Test
    void keepsPreviousPairWhenNewOneIsInvalidOrDeleted() throws Exception {
        EC.write(folder);
        int port = scene.listen();

        SamplePair.write(folder, RSA.certificatesPem(), EC.pkcs8());
        assertThat(shownAfterChange(port)).isEqualTo(EC.chain());
        SamplePair.write(folder, RSA.certificatesPem(), RSA.pkcs8().substring(0, 200));
        assertThat(shownAfterChange(port)).isEqualTo(EC.chain());
        Files.delete(folder.resolve("tls.key"));
        assertThat(shownAfterChange(port)).isEqualTo(EC.chain());
        Files.delete(folder.resolve("tls.crt"));
        assertThat(shownAfterChange(port)).isEqualTo(EC.chain());

        assertThat(scene.log.warnings())
                // The second key is refused in the same words as the first.
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).startsWith(folder + "/tls."))
                .allSatisfy(line -> assertThat(line).endsWith(" The certificate that was there before is served"));
    }

    @Test
    void servesExpiredPair() throws Exception {
        SamplePair expired = SamplePair.ec("expired", Instant.now().minus(Duration.ofDays(1)));
        expired.write(folder);

        assertThat(shown(scene.listen())).isEqualTo(expired.chain());
        assertThat(scene.log.warnings()).singleElement().asString().contains("tls.crt: has expired at ");
    }

    @Test
    void closesConnectionWithOldCertificateAfterNextAnswer() throws Exception {
        try (TlsClient client = TlsClient.connect(scene.listen())) {
            scene.check();
            assertThat(metrics(client)).doesNotContain("onnection");

            EC.write(folder);
            scene.check();
            assertThat(metrics(client)).contains("connection: close");
            assertThat(client.isAtEnd()).isTrue();
        }
    }
}
