// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import static io.ccmoperator.serving.tls.SampleSettings.INTERMEDIATE;
import static io.ccmoperator.serving.tls.SampleSettings.MODERN;
import static io.ccmoperator.serving.tls.SampleSettings.OLD;
import static io.ccmoperator.serving.tls.SampleSettings.profile;
import static io.ccmoperator.serving.tls.SampleSettings.suites;
import static io.ccmoperator.serving.tls.SampleSettings.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.cluster.TlsSettings;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerTlsParametersTest {
    private static final List<String> NEW =
            List.of("TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256", "TLS_CHACHA20_POLY1305_SHA256");
    private static final String ECDSA = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256";
    private static final String RSA = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";
    private static final String CBC = "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA";
    private static final String STATIC_RSA = "TLS_RSA_WITH_AES_128_CBC_SHA";

    /** Like a JDK of today, but with less to read. */
    private static final TlsSupport TODAY = new TlsSupport(
            List.of("TLSv1.3", "TLSv1.2"),
            and(NEW, RSA, ECDSA, CBC, "TLS_EMPTY_RENEGOTIATION_INFO_SCSV"),
            List.of("x25519", "secp256r1", "secp384r1"));

    /** Like a JDK that forbids nothing. */
    private static final TlsSupport ONCE = new TlsSupport(
            List.of("TLSv1.3", "TLSv1.2", "TLSv1.1", "TLSv1"),
            and(NEW, RSA, ECDSA, CBC, STATIC_RSA, "SSL_RSA_WITH_3DES_EDE_CBC_SHA"),
            List.of());

    private static List<String> and(List<String> first, String... more) {
        return Stream.concat(first.stream(), Stream.of(more)).toList();
    }

    @Test
    void keepsOrderOfProfileAfterSuitesOfTls13() {
        TlsSupport support = new TlsSupport(TODAY.protocols(), and(NEW, CBC, RSA, ECDSA), List.of());

        ServerTlsParameters offer = ServerTlsParameters.of(suites(ECDSA, RSA, CBC), support);

        assertThat(offer.protocols()).containsExactly("TLSv1.2", "TLSv1.3");
        assertThat(offer.cipherSuites()).containsExactlyElementsOf(and(NEW, ECDSA, RSA, CBC));
        assertThat(offer.leftOut()).isEmpty();
    }

    @Test
    void offersOnlyTls13ForModern() {
        assertThat(ServerTlsParameters.of(MODERN, ONCE))
                .isEqualTo(new ServerTlsParameters(List.of("TLSv1.3"), NEW, List.of(), List.of()));
    }

    @Test
    void reportsUnsupportedSuites() {
        ServerTlsParameters offer = ServerTlsParameters.of(OLD, TODAY);

        assertThat(offer.protocols()).containsExactly("TLSv1.2", "TLSv1.3");
        assertThat(offer.cipherSuites()).containsExactlyElementsOf(and(NEW, ECDSA, RSA, CBC));
        assertThat(offer.leftOut())
                .startsWith("TLS 1.0", "TLS 1.1", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384")
                .contains(STATIC_RSA, "TLS_RSA_WITH_3DES_EDE_CBC_SHA")
                .doesNotContainAnyElementsOf(offer.cipherSuites());
    }

    @Test
    void findsOldSuitesByOldNames() {
        ServerTlsParameters offer = ServerTlsParameters.of(OLD, ONCE);

        assertThat(offer.protocols()).containsExactly("TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3");
        assertThat(offer.cipherSuites()).endsWith(STATIC_RSA, "SSL_RSA_WITH_3DES_EDE_CBC_SHA");
        assertThat(offer.leftOut()).doesNotContain("TLS_RSA_WITH_3DES_EDE_CBC_SHA");
    }

    @Test
    void leavesSuitesToLibraryWhenOnlyVersionIsSet() {
        ServerTlsParameters offer = ServerTlsParameters.of(version("VersionTLS12"), ONCE);

        assertThat(offer.protocols()).containsExactly("TLSv1.2", "TLSv1.3");
        assertThat(offer.cipherSuites()).isEqualTo(ONCE.cipherSuites());
    }

    @Test
    void leavesEverythingToLibraryWithoutSettings() {
        assertThat(ServerTlsParameters.of(TlsSettings.UNSET, TODAY))
                .isEqualTo(new ServerTlsParameters(TODAY.protocols(), TODAY.cipherSuites(), List.of(), List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"VersionTLS10", "VersionTLS12"})
    void offersOnlyTls13WhenNoOlderSuiteRemains(String version) {
        ServerTlsParameters offer = ServerTlsParameters.of(
                profile("{type: Custom, custom: {minTLSVersion: " + version + ", ciphers: [AES128-SHA]}}"), TODAY);

        assertThat(offer.protocols()).containsExactly("TLSv1.3");
        assertThat(offer.cipherSuites()).isEqualTo(NEW);
        assertThat(offer.leftOut()).endsWith(STATIC_RSA);
    }

    @Test
    void forbidsOlderSuitesWhenOnlyTls13SuitesAreSet() {
        ServerTlsParameters offer = ServerTlsParameters.of(
                profile("{type: Custom, custom: {minTLSVersion: VersionTLS12, ciphers: [TLS_AES_128_GCM_SHA256]}}"),
                TODAY);

        assertThat(offer).isEqualTo(new ServerTlsParameters(List.of("TLSv1.3"), NEW, List.of(), List.of()));
    }

    @Test
    void ignoresOlderSuitesWhenMinimumIsTls13() {
        ServerTlsParameters offer = ServerTlsParameters.of(
                profile(
                        "{type: Custom, custom: {minTLSVersion: VersionTLS13, ciphers: [AES128-SHA, ECDHE-RSA-AES128-SHA]}}"),
                TODAY);

        assertThat(offer).isEqualTo(new ServerTlsParameters(List.of("TLSv1.3"), NEW, List.of(), List.of()));
    }

    @Test
    void offersGroupsByNamesOfLibraryAndReportsOthers() {
        TlsSettings settings = profile("{type: Custom, custom: {minTLSVersion: VersionTLS13,"
                + " groups: [X25519MLKEM768, X25519, secp384r1]}}");

        assertThat(ServerTlsParameters.of(settings, TODAY).groups()).containsExactly("x25519", "secp384r1");
        assertThat(ServerTlsParameters.of(settings, TODAY).leftOut()).containsExactly("X25519MLKEM768");
        assertThat(ServerTlsParameters.of(settings, ONCE).groups()).isEmpty();
        assertThat(ServerTlsParameters.of(settings, ONCE).leftOut())
                .containsExactly("X25519MLKEM768", "X25519", "secp384r1");
    }

    @Test
    void offersNothingForModernWithoutTls13() {
        ServerTlsParameters offer =
                ServerTlsParameters.of(MODERN, new TlsSupport(List.of("TLSv1.2"), List.of(RSA), List.of()));

        assertThat(offer.protocols()).isEmpty();
        assertThat(offer.leftOut()).containsExactly("TLS 1.3");
    }

    @ParameterizedTest
    @CsvSource({
        ECDSA + ", false, true",
        RSA + ", true, false",
        CBC + ", true, false",
    })
    void matchesSuiteWithKindOfKey(String suite, boolean suitsRsa, boolean suitsEc) {
        ServerTlsParameters offer = ServerTlsParameters.of(suites(suite), TODAY);

        assertThat(offer.suits("RSA")).isEqualTo(suitsRsa);
        assertThat(offer.suits("EC")).isEqualTo(suitsEc);
    }

    @Test
    void acceptsAnyKeyForTls13AndMixedProfiles() {
        for (TlsSettings settings : List.of(MODERN, INTERMEDIATE, OLD, TlsSettings.UNSET)) {
            ServerTlsParameters offer = ServerTlsParameters.of(settings, TODAY);

            assertThat(offer.suits("RSA")).isTrue();
            assertThat(offer.suits("EC")).isTrue();
        }
    }

    @Test
    void offersAllOfIntermediateOnThisJdk() {
        TlsSupport jdk = TlsSupport.ofJdk();

        assertThat(ServerTlsParameters.of(INTERMEDIATE, jdk).leftOut()).isEmpty();
        assertThat(ServerTlsParameters.of(OLD, jdk).leftOut())
                .contains("TLS 1.0", "TLS 1.1", "TLS_RSA_WITH_3DES_EDE_CBC_SHA")
                .doesNotContain("TLS 1.2", ECDSA, RSA, CBC);
    }
}
