// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import static io.ccmoperator.YamlText.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.DescriptorTree;
import io.ccmoperator.assets.Provider;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnabledFeaturesTest {
    private static final Map<String, Object> FEATURE_GATE = tree("""
            status:
              featureGates:
              - version: 4.19.3
                enabled: [{name: Old}]
                disabled: [{name: CloudControllerManagerWebhook}]
              - version: 4.20.0
                enabled:
                - name: VSphereMixedNodeEnv
                - name: ControllerManagerReleaseLeaderElectionLockOnExit
                - name: CloudControllerManagerWebhook
                disabled:
                - name: CloudControllerManagerWatchBasedRoutesReconciliation
            """);

    @Test
    void readsEntryOfRelease() {
        assertThat(EnabledFeatures.of(FEATURE_GATE, "4.19.3").orElseThrow().names())
                .containsExactly("Old");
        assertThat(EnabledFeatures.of(FEATURE_GATE, "4.21.0")).isEmpty();
        assertThat(EnabledFeatures.of(Map.of(), "4.20.0")).isEmpty();
        assertThat(EnabledFeatures.versions(FEATURE_GATE)).containsExactly("4.19.3", "4.20.0");
    }

    @ParameterizedTest
    @CsvSource({
        // listed: as listed, whatever the descriptor says
        "'enabled: [{name: Gate}]', 4.20.0, true",
        "'enabled: [{name: Gate}]', dev, true",
        "'disabled: [{name: Gate}]', 4.22.0, false",
        // not listed: by the release since which the gate is always on
        "'enabled: [{name: Other}]', 4.21.9, false",
        "'enabled: [{name: Other}]', 4.22.0, true",
        "'enabled: [{name: Other}]', 4.22.0-0.nightly-2026-08-12-010203, true",
        "'enabled: [{name: Other}]', 4.100.1, true",
        "'enabled: [{name: Other}]', 5.0.0, true",
        "'enabled: [{name: Other}]', 3.100.0, false",
        // a release that cannot be read
        "'enabled: [{name: Other}]', dev, false",
        "'enabled: [{name: Other}]', v4.22.0, false",
        "'enabled: [{name: Other}]', 4, false",
        "'enabled: [{name: Other}]', '', false",
        "'enabled: [{name: Other}]', 4.99999999999999999999.0, false",
    })
    void reportsGateAsListedOrByReleaseSinceWhichItIsAlwaysOn(String lists, String release, boolean on) {
        EnabledFeatures features = EnabledFeatures.of(
                        tree("{status: {featureGates: [{version: '" + release + "', " + lists + "}]}}"), release)
                .orElseThrow();

        assertThat(features.withGraduated(Map.of("Gate", "4.22")).isEnabled("Gate"))
                .isEqualTo(on);
        assertThat(features.isDisabled("Gate")).isEqualTo(lists.startsWith("disabled"));
    }

    @Test
    void reportsGraduatedGateAsOffWithoutEntry() {
        assertThat(EnabledFeatures.NONE.withGraduated(Map.of("Gate", "4.1"))).isEqualTo(EnabledFeatures.NONE);
    }

    @Test
    void reportsDisabledAndUnknownGatesAsOff() {
        EnabledFeatures features = EnabledFeatures.of(FEATURE_GATE, "4.20.0").orElseThrow();

        assertThat(features.isEnabled("VSphereMixedNodeEnv")).isTrue();
        assertThat(features.isEnabled("CloudControllerManagerWatchBasedRoutesReconciliation"))
                .isFalse();
        assertThat(features.isEnabled("NeverHeardOf")).isFalse();
    }

    @Test
    void writesEnabledCloudGatesThatProgramKnows() {
        EnabledFeatures features = EnabledFeatures.of(FEATURE_GATE, "4.20.0").orElseThrow();

        assertThat(features.cloudFeatureGates(provider(Provider.CLOUD_FEATURE_GATES)))
                .isEqualTo("CloudControllerManagerWebhook=true,ControllerManagerReleaseLeaderElectionLockOnExit=true");
        assertThat(features.cloudFeatureGates(provider(List.of("CloudControllerManagerWebhook"))))
                .isEqualTo("CloudControllerManagerWebhook=true");
        assertThat(features.cloudFeatureGates(provider(List.of()))).isEmpty();
        assertThat(EnabledFeatures.NONE.cloudFeatureGates(provider(Provider.CLOUD_FEATURE_GATES)))
                .isEmpty();
    }

    @Test
    void namesEnabledCloudGatesThatProgramDoesNotKnow() {
        EnabledFeatures features = EnabledFeatures.of(FEATURE_GATE, "4.20.0").orElseThrow();

        assertThat(features.omittedFeatureGates(provider(List.of("CloudControllerManagerWebhook"))))
                .contains("feature gates ControllerManagerReleaseLeaderElectionLockOnExit are enabled, but not passed:"
                        + " the cloud controller manager of provider fog is not known to have them");
        assertThat(features.omittedFeatureGates(provider(Provider.CLOUD_FEATURE_GATES)))
                .isEmpty();
        assertThat(EnabledFeatures.NONE.omittedFeatureGates(provider(List.of())))
                .isEmpty();
        assertThat(features.omittedFeatureGates(new Provider(
                        DescriptorTree.read("fog", tree("{platform: Fog}")),
                        List.of(),
                        List.of(),
                        List.of(),
                        Map.of(),
                        Map.of())))
                .isEmpty();
    }

    private static Provider provider(List<String> known) {
        return new Provider(
                DescriptorTree.read(
                        "fog",
                        tree("{platform: Fog, flags: {cloud-controller-manager: {--feature-gates:"
                                + " cloudFeatureGates}}}")),
                List.of(),
                List.of(),
                known,
                Map.of(),
                Map.of());
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " "})
    void showsUnsetReleaseAsUnknown(String environment) {
        assertThat(ReleaseVersion.of(environment).text()).isEqualTo("unknown");
    }

    @ParameterizedTest
    @CsvSource({
        "4.20.0, 4.20.0",
        "0.0.1-snapshot, 4.21.0",
        "'', 4.21.0",
    })
    void readsReleaseOfClusterWhenOwnReleaseIsNotReal(String environment, String version) {
        Map<String, Object> clusterVersion =
                tree("{status: {desired: {version: 4.21.0}, history: [{version: 4.18.0}]}}");

        assertThat(ReleaseVersion.of(environment).forFeatureGates(Optional.of(clusterVersion)))
                .isEqualTo(version);
    }

    @Test
    void readsReleaseOfHistoryWithoutDesiredVersion() {
        Map<String, Object> clusterVersion = tree("{status: {history: [{version: 4.18.0}, {version: 4.17.0}]}}");

        assertThat(ReleaseVersion.of("").forFeatureGates(Optional.of(clusterVersion)))
                .isEqualTo("4.18.0");
        assertThat(ReleaseVersion.of("").forFeatureGates(Optional.empty())).isEqualTo("unknown");
    }
}
