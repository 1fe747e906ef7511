// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.trustedca;

import static io.ccmoperator.certificates.Certificates.pem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.ccmoperator.certificates.Bundle;
import io.ccmoperator.certificates.BundleReader;
import io.ccmoperator.certificates.CaCertificate.Validity;
import io.ccmoperator.certificates.Certificates;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustBundleTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private static Bundle bundle(String... names) {
        return BundleReader.lenient(pem(List.of(names)));
    }

    private static Optional<Bundle> user(String... names) {
        return Optional.of(bundle(names));
    }

    @Test
    void ordersBundlesOfCloudProxyAndSystem() {
        TrustBundle trust = TrustBundle.of(user("ca-3"), user("ca-2", "ca-1"), bundle("ca-5", "ca-4"), NOW);

        assertThat(trust.text()).isEqualTo(pem(List.of("ca-3", "ca-2", "ca-1", "ca-5", "ca-4")));
        assertThat(trust.warnings()).isEmpty();
    }

    @Test
    void usesSystemBundleAlone() {
        TrustBundle trust = TrustBundle.of(Optional.empty(), Optional.empty(), bundle("ca-1", "ca-2"), NOW);

        assertThat(trust.text()).isEqualTo(pem(List.of("ca-1", "ca-2")));
        assertThat(trust.counts()).containsOnlyKeys(TrustBundle.Source.SYSTEM);
    }

    @Test
    void writesSharedCertificateOnceAndCountsFirstSource() {
        TrustBundle trust =
                TrustBundle.of(user("ca-1", "ca-2"), user("ca-2", "ca-3"), bundle("ca-3", "ca-1", "ca-4"), NOW);

        assertThat(trust.text()).isEqualTo(pem(List.of("ca-1", "ca-2", "ca-3", "ca-4")));
        assertThat(trust.counts().values())
                .extracting(counts -> counts.written().get(Validity.VALID))
                .containsExactly(2, 1, 1);
    }

    @Test
    void ignoresCloudBundleThatEqualsProxyBundle() {
        Bundle same = BundleReader.strict("# comment\r\n" + pem("ca-1").replace("\n", "\r\n"));

        TrustBundle trust = TrustBundle.of(Optional.of(same), user("ca-1"), bundle("ca-2"), NOW);

        assertThat(trust.text()).isEqualTo(pem(List.of("ca-1", "ca-2")));
        assertThat(trust.counts()).containsOnlyKeys(TrustBundle.Source.PROXY, TrustBundle.Source.SYSTEM);
    }

    @ParameterizedTest
    @CsvSource({
        "2019-12-31T23:59:59Z, NOT_YET_VALID",
        "2020-01-01T00:00:00Z, VALID",
        "2020-12-02T00:00:00Z, VALID",
        "2020-12-02T00:00:01Z, EXPIRING",
        "2021-01-01T00:00:00Z, EXPIRING",
        "2021-01-01T00:00:01Z, EXPIRED",
    })
    void countsCertificatesByValidity(Instant now, Validity validity) {
        TrustBundle trust = TrustBundle.of(Optional.empty(), user("dated"), bundle("ca-1"), now);

        assertThat(trust.counts().get(TrustBundle.Source.PROXY).written())
                .hasSize(Validity.values().length)
                .contains(entry(validity, 1));
        assertThat(trust.text()).isEqualTo(pem(List.of("dated", "ca-1")));
        assertThat(trust.warnings().isEmpty()).isEqualTo(validity != Validity.EXPIRED);
    }

    @Test
    void warnsOnceOfExpiredAndSkippedCertificatesInOrderOfSources() {
        Bundle system = BundleReader.lenient("# Bad CA\n" + pem(List.of("explicit", "dated", "ca-1")));

        TrustBundle trust = TrustBundle.of(Optional.empty(), user("dated"), system, NOW);

        assertThat(trust.warnings())
                .containsExactly(
                        "proxy bundle: the certificate of CN=Dated,O=Sample expired at 2021-01-01T00:00:00Z; it is kept",
                        "system bundle, line 2, Bad CA: this certificate cannot be used, it cannot be parsed: Only named"
                                + " ECParameters supported");
        assertThat(trust.counts().get(TrustBundle.Source.SYSTEM).leftOut()).isEqualTo(1);
        assertThat(trust.counts().get(TrustBundle.Source.PROXY).leftOut()).isZero();
    }

    @Test
    void countsExpiredCertificatesOfSystemInOneWarning() {
        Bundle system = bundle("dated", "ca-1", "ca-2");

        TrustBundle trust = TrustBundle.of(Optional.empty(), Optional.empty(), system, NOW);

        assertThat(trust.warnings())
                .containsExactly("system bundle: 1 of 3 certificates expired; all are kept; -v 4 logs each");
        assertThat(trust.expiredOfSystem())
                .containsExactly("system bundle: the certificate of CN=Dated,O=Sample expired at 2021-01-01T00:00:00Z");
        assertThat(trust.text()).isEqualTo(pem(List.of("dated", "ca-1", "ca-2")));
    }

    @Test
    void processesBundleOfOneMebibyteWithinSeconds() {
        StringBuilder text = new StringBuilder();
        int count = 0;
        while (text.length() < 1 << 20) {
            text.append(Certificates.numbered(count++));
        }

        TrustBundle trust = assertTimeout(
                Duration.ofMinutes(1),
                () -> TrustBundle.of(Optional.empty(), Optional.empty(), BundleReader.lenient(text.toString()), NOW));

        assertThat(trust.counts().get(TrustBundle.Source.SYSTEM).written()).contains(entry(Validity.VALID, count));
        assertThat(trust.text()).isEqualTo(text.toString());
    }
}
