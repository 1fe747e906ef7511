// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.cluster.CipherSuite;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.cluster.TlsVersion;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.UniqueElements;

class ServerTlsParametersProperties {
    private static final List<String> PROTOCOLS = List.of("TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3");

    private static ServerTlsParameters offer(
            TlsVersion minimum, List<CipherSuite> expected, Set<TlsVersion> versions, Set<CipherSuite> suites) {
        TlsSupport support = new TlsSupport(
                versions.stream()
                        .map(version -> PROTOCOLS.get(version.ordinal()))
                        .toList(),
                suites.stream().map(CipherSuite::name).toList(),
                List.of());
        return ServerTlsParameters.of(new TlsSettings(Optional.of(minimum), expected, List.of()), support);
    }

    private static boolean isOfTls13(String suite) {
        return !suite.contains("_WITH_");
    }

    @Property
    void offersNothingForbiddenOrUnsupported(
            @ForAll TlsVersion minimum,
            @ForAll @NotEmpty List<CipherSuite> expected,
            @ForAll Set<TlsVersion> versions,
            @ForAll Set<CipherSuite> suites) {
        ServerTlsParameters offer = offer(minimum, expected, versions, suites);

        assertThat(offer.protocols())
                .allSatisfy(
                        protocol -> assertThat(PROTOCOLS.indexOf(protocol)).isGreaterThanOrEqualTo(minimum.ordinal()))
                .allSatisfy(
                        protocol -> assertThat(versions).contains(TlsVersion.values()[PROTOCOLS.indexOf(protocol)]));
        if (!offer.protocols().isEmpty()) {
            assertThat(offer.cipherSuites())
                    .allSatisfy(suite -> assertThat(suites).contains(CipherSuite.valueOf(suite)))
                    .filteredOn(suite -> !isOfTls13(suite))
                    .allSatisfy(suite -> assertThat(expected).contains(CipherSuite.valueOf(suite)));
        }
    }

    @Property
    void offersOrReportsEverySettingUnlessOnlyTls13Remains(
            @ForAll TlsVersion minimum,
            @ForAll @NotEmpty @UniqueElements List<CipherSuite> expected,
            @ForAll Set<TlsVersion> versions,
            @ForAll Set<CipherSuite> suites) {
        ServerTlsParameters offer = offer(minimum, expected, versions, suites);

        assertThat(offer.leftOut()).noneMatch(offer.cipherSuites()::contains);
        if (offer.protocols().stream().anyMatch(protocol -> !protocol.equals("TLSv1.3"))) {
            for (CipherSuite suite : expected) {
                assertThat(offer.cipherSuites().contains(suite.name())
                                || offer.leftOut().contains(suite.name())
                                || isOfTls13(suite.name()))
                        .as(suite.name())
                        .isTrue();
            }
        }
        if (offer.protocols().contains("TLSv1.3")) {
            assertThat(suites.stream().map(CipherSuite::name).filter(ServerTlsParametersProperties::isOfTls13))
                    .allMatch(offer.cipherSuites()::contains);
        }
    }
}
