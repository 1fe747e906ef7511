// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.LogLines;
import io.ccmoperator.serving.tls.ServingCertificate.Origin;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.interfaces.ECPublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateSourceTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final String UNREADABLE_KEY = "/tls.key: cannot be read as the key of the certificate in %s/tls.crt;"
            + " write its RSA or EC key in PEM (PKCS #8, PKCS #1 or SEC 1), without a passphrase.";
    private static final SamplePair PAIR = SamplePair.ec("first");
    private static final SamplePair OTHER = SamplePair.ec("second");

    @TempDir
    Path folder;

    private Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final Clock clock = new Clock() {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    };
    private final LogLines log = LogLines.ofPackage(ServingTls.class);
    private CertificateSource source;

    private ServingCertificate refresh() {
        if (source == null) {
            source = new CertificateSource(folder, VERTX, clock);
        }
        return source.refresh();
    }

    private void assertServed(SamplePair pair) {
        assertThat(refresh().chain()).isEqualTo(pair.chain());
        assertThat(refresh().origin()).isEqualTo(Origin.FILE);
    }

    @AfterEach
    void leave() {
        log.close();
    }

    @Test
    void makesSelfSignedCertificateOnceWithNameOfService() throws Exception {
        ServingCertificate made = refresh();

        assertThat(refresh()).isSameAs(made);
        assertThat(made.origin()).isEqualTo(Origin.SELF_SIGNED);
        assertThat(made.certificate().getPublicKey())
                .isInstanceOfSatisfying(
                        ECPublicKey.class,
                        key -> assertThat(key.getParams().getOrder().bitLength())
                                .isEqualTo(256));
        made.certificate().verify(made.certificate().getPublicKey());
        assertThat(made.certificate().getSubjectX500Principal().getName())
                .isEqualTo("CN=cloud-controller-manager-operator");
        assertThat(made.certificate().getSubjectAlternativeNames().stream().map(name -> String.valueOf(name.get(1))))
                .containsExactly(
                        "cloud-controller-manager-operator.openshift-cloud-controller-manager-operator.svc",
                        "localhost");
        assertThat(made.certificate().getBasicConstraints()).isEqualTo(-1);
        assertThat(made.certificate().getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(made.notBefore()).isEqualTo(now.minus(Duration.ofHours(1)));
        assertThat(made.notAfter()).isEqualTo(now.plus(Duration.ofDays(365)));
        assertThat(folder).isEmptyDirectory();
        assertThat(log.warnings()).isEmpty();
    }

    @Test
    void renewsSelfSignedCertificateMonthBeforeExpiry() {
        ServingCertificate first = refresh();

        now = first.notAfter().minus(Duration.ofDays(31));
        assertThat(refresh()).isSameAs(first);

        now = first.notAfter().minus(Duration.ofDays(30));
        assertThat(refresh().notAfter()).isEqualTo(now.plus(Duration.ofDays(365)));
        assertThat(refresh().certificate().getSerialNumber())
                .isNotEqualTo(first.certificate().getSerialNumber());
    }

    @Test
    void replacesSelfSignedCertificateAndEarlierFiles() {
        refresh();

        PAIR.write(folder);
        assertServed(PAIR);

        OTHER.write(folder);
        assertServed(OTHER);
        assertThat(log.warnings()).isEmpty();
    }

    @Test
    void keepsServingFilesThatAreDeleted() throws Exception {
        PAIR.write(folder);
        refresh();
        Files.delete(folder.resolve("tls.crt"));
        Files.delete(folder.resolve("tls.key"));

        assertServed(PAIR);
        assertThat(log.warnings())
                .containsExactly(folder + "/tls.crt: does not exist, nor does its key; write both files again."
                        + " The certificate that was there before is served");
    }

    @Test
    void reportsFaultOnceAndKeepsServing() {
        PAIR.write(folder);
        refresh();

        SamplePair.write(folder, OTHER.certificatesPem(), PAIR.pkcs8());
        assertServed(PAIR);
        String mismatch =
                folder + UNREADABLE_KEY.formatted(folder) + " The certificate that was there before is served";
        assertThat(log.warnings()).containsExactly(mismatch);

        SamplePair.write(folder, "", OTHER.pkcs8());
        assertServed(PAIR);
        assertThat(log.warnings())
                .containsExactly(
                        mismatch,
                        folder + "/tls.crt: cannot be read as X.509 certificates in PEM; write the server's to it."
                                + " The certificate that was there before is served");

        OTHER.write(folder);
        assertServed(OTHER);
        SamplePair.write(folder, OTHER.certificatesPem(), PAIR.pkcs8());
        refresh();
        assertThat(log.warnings()).hasSize(3).last().isEqualTo(mismatch);
    }

    @Test
    void servesSelfSignedCertificateWhenFirstPairIsInvalid() {
        SamplePair.write(folder, PAIR.certificatesPem(), "");

        assertThat(refresh().origin()).isEqualTo(Origin.SELF_SIGNED);
        assertThat(log.warnings())
                .containsExactly(folder + UNREADABLE_KEY.formatted(folder) + " A self-signed certificate is served");
    }

    @Test
    void servesExpiredOrFuturePairWithWarning() {
        PAIR.write(folder);
        Instant end = PAIR.chain().get(0).getNotAfter().toInstant();
        Instant beginning = PAIR.chain().get(0).getNotBefore().toInstant();
        now = end;
        refresh();
        assertThat(log.warnings()).isEmpty();

        now = end.plusSeconds(1);
        assertServed(PAIR);
        now = beginning.minusSeconds(1);
        assertServed(PAIR);

        assertThat(log.warnings())
                .containsExactly(
                        folder + "/tls.crt: has expired at " + end + "; renew it. It is served nevertheless",
                        folder + "/tls.crt: is not valid before " + beginning
                                + "; check the system clock. It is served nevertheless");
    }
}
