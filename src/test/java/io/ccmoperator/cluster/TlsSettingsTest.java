// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import static io.ccmoperator.YamlText.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TlsSettingsTest {
    private static final String STRICT = "tlsAdherence: StrictAllComponents, ";

    private static final String INTERMEDIATE_FLAG =
            "TLS_AES_128_GCM_SHA256,TLS_AES_256_GCM_SHA384,TLS_CHACHA20_POLY1305_SHA256,"
                    + "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,"
                    + "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,"
                    + "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256";

    private static WithWarnings<TlsSettings> apiServer(String spec) {
        return TlsSecurityProfile.read(tree("{spec: {" + spec + "}}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "tlsSecurityProfile: {type: Modern}",
                "tlsAdherence: '', tlsSecurityProfile: {type: Old}",
                "tlsAdherence: LegacyAdheringComponentsOnly, tlsSecurityProfile: {type: Old}",
                STRICT,
                STRICT + "tlsSecurityProfile: {type: Intermediate}",
            })
    void usesIntermediateWithoutStrictAdherenceOrProfile(String spec) {
        assertThat(apiServer(spec)).isEqualTo(WithWarnings.of(TlsSecurityProfile.usual()));
        assertThat(apiServer(spec).value().minVersionFlag()).isEqualTo("VersionTLS12");
        assertThat(apiServer(spec).value().cipherSuitesFlag()).isEqualTo(INTERMEDIATE_FLAG);
    }

    @ParameterizedTest
    @ValueSource(strings = {"StrictAllComponents", "EvenStricterThanThat"})
    void followsProfileOnStrictAndUnknownAdherence(String adherence) {
        TlsSettings settings = apiServer("tlsAdherence: " + adherence + ", tlsSecurityProfile: {type: Modern}")
                .value();

        assertThat(settings.minVersionFlag()).isEqualTo("VersionTLS13");
        assertThat(settings.cipherSuites()).hasSize(3);
    }

    @Test
    void omitsCipherFlagForTls13() {
        assertThat(apiServer(STRICT + "tlsSecurityProfile: {type: Modern}")
                        .value()
                        .cipherSuitesFlag())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "VersionTLS12, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, true",
        "VersionTLS10, TLS_RSA_WITH_AES_128_GCM_SHA256, true",
        "'', TLS_AES_128_GCM_SHA256, true",
        "VersionTLS12, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, ''",
        "VersionTLS12, TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, ''",
        "VersionTLS13, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, ''",
        "VersionTLS12, '', ''"
    })
    void disablesHttp2WithoutSuiteThatItRequires(String minVersion, String suite, String flag) {
        List<String> suites = suite.isEmpty() ? List.of() : List.of(suite);

        assertThat(TlsFlags.read(minVersion, suites).orElseThrow().disableHttp2Flag())
                .isEqualTo(flag);
    }

    @Test
    void leavesHttp2OfProfilesOnAndDisablesItForCustomOne() {
        assertThat(List.of("Old", "Intermediate", "Modern"))
                .allSatisfy(type -> assertThat(apiServer(STRICT + "tlsSecurityProfile: {type: " + type + "}")
                                .value()
                                .disableHttp2Flag())
                        .isEmpty());
        assertThat(apiServer(STRICT + "tlsSecurityProfile: {type: Custom, custom:"
                                + " {minTLSVersion: VersionTLS12, ciphers: [ECDHE-RSA-AES256-GCM-SHA384]}}")
                        .value()
                        .disableHttp2Flag())
                .isEqualTo("true");
    }

    @Test
    void keepsSuitesOfOldProfileThatGoSupports() {
        TlsSettings old = apiServer(STRICT + "tlsSecurityProfile: {type: Old}").value();

        assertThat(old.minVersionFlag()).isEqualTo("VersionTLS10");
        assertThat(old.cipherSuites()).hasSize(24);
        assertThat(old.cipherSuitesFlag())
                .isEqualTo(INTERMEDIATE_FLAG
                        + ",TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256,TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256"
                        + ",TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA,TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"
                        + ",TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA,TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA"
                        + ",TLS_RSA_WITH_AES_128_GCM_SHA256,TLS_RSA_WITH_AES_256_GCM_SHA384"
                        + ",TLS_RSA_WITH_AES_128_CBC_SHA256,TLS_RSA_WITH_AES_128_CBC_SHA"
                        + ",TLS_RSA_WITH_AES_256_CBC_SHA,TLS_RSA_WITH_3DES_EDE_CBC_SHA");
    }

    @Test
    void readsBothKindsOfSuiteNamesAndWarnsOfUnknownOnes() {
        WithWarnings<TlsSettings> custom = apiServer(STRICT + """
                tlsSecurityProfile:
                  {type: Custom, custom: {minTLSVersion: VersionTLS11, ciphers:
                    [ECDHE-RSA-AES128-GCM-SHA256, NO-SUCH, TLS_AES_128_GCM_SHA256, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256]}}
                """);

        assertThat(custom.value().minVersionFlag()).isEqualTo("VersionTLS11");
        assertThat(custom.value().cipherSuitesFlag())
                .isEqualTo("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,TLS_AES_128_GCM_SHA256");
        assertThat(custom.warnings())
                .containsExactly(
                        "APIServer cluster: spec.tlsSecurityProfile.custom.ciphers: 'NO-SUCH' is not known and left out");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tlsSecurityProfile: {type: Custom}",
                "tlsSecurityProfile: {type: Custom, custom: {}}",
                "tlsSecurityProfile: {type: Newest}",
            })
    void usesIntermediateWithWarningForEmptyProfile(String spec) {
        assertThat(apiServer(STRICT + spec).value()).isEqualTo(TlsSecurityProfile.usual());
        assertThat(apiServer(STRICT + spec).warnings())
                .singleElement()
                .asString()
                .contains("Intermediate");
    }

    @Test
    void usesIntermediateSuitesWhenCustomProfileHasNoKnownOne() {
        WithWarnings<TlsSettings> custom = apiServer(
                STRICT + "tlsSecurityProfile: {type: Custom, custom: {minTLSVersion: VersionTLS12, ciphers: [X]}}");

        assertThat(custom.value().cipherSuites())
                .isEqualTo(TlsSecurityProfile.usual().cipherSuites());
        assertThat(custom.warnings()).hasSize(2);
    }

    @Test
    void readsGroupsOfCustomProfileAndNamesUnknownOnesInOneWarning() {
        WithWarnings<TlsSettings> custom = apiServer(
                STRICT
                        + "tlsSecurityProfile: {type: Custom, custom: {minTLSVersion: VersionTLS13, groups: [X25519MLKEM768, x, secp521r1, y]}}");

        assertThat(custom.value().curvePreferencesFlag()).isEqualTo("4588,25");
        assertThat(custom.warnings())
                .containsExactly(
                        "APIServer cluster: spec.tlsSecurityProfile.custom.groups: x, y: not known and left out");
    }

    @Test
    void combinesFlagsForSuitesAndVersion() {
        assertThat(TlsFlags.read(null, List.of("TLS_AES_128_GCM_SHA256")))
                .contains(TlsSettings.of(TlsVersion.TLS_1_2, List.of(CipherSuite.TLS_AES_128_GCM_SHA256)));
        assertThat(TlsFlags.read("VersionTLS13", null)).contains(TlsSettings.of(TlsVersion.TLS_1_3, List.of()));
        assertThat(TlsFlags.read("", List.of())).isEqualTo(Optional.empty());
    }

    @Test
    void rejectsUnknownNamesAndListsKnownOnes() {
        assertThatThrownBy(() -> TlsFlags.read("TLS1.2", null))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("--tls-min-version: 'TLS1.2' is not a version of TLS; "
                        + "it is one of VersionTLS10, VersionTLS11, VersionTLS12, VersionTLS13");
        assertThatThrownBy(() -> TlsFlags.read(null, List.of("ECDHE-RSA-AES128-GCM-SHA256")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("--tls-cipher-suites: 'ECDHE-RSA-AES128-GCM-SHA256' is not a cipher suite")
                .hasMessageContaining("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
        assertThatThrownBy(() -> TlsFlags.read(null, List.of("TLS_RSA_WITH_AES_256_CBC_SHA256")))
                .as("Go does not have it: the cloud controller manager would not start")
                .isInstanceOf(InvalidInputException.class);
    }
}
