// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import static io.ccmoperator.client.ClusterObjects.API_SERVER;
import static io.ccmoperator.serving.tls.SampleSettings.INTERMEDIATE;
import static io.ccmoperator.serving.tls.SampleSettings.MODERN;
import static io.ccmoperator.serving.tls.SampleSettings.OLD;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.LogLines;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.TlsSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EffectiveTlsSettingsTest {
    private final ControllerScene scene = new ControllerScene();
    private final List<TlsSettings> notified = new ArrayList<>();

    private void profile(String profile) {
        scene.put(
                "{apiVersion: config.openshift.io/v1, kind: APIServer, metadata: {name: cluster},"
                        + " spec: {tlsAdherence: StrictAllComponents, tlsSecurityProfile: %s}}",
                profile);
        scene.watches.notifyListeners(API_SERVER);
    }

    private EffectiveTlsSettings watching(Optional<TlsSettings> flags) {
        EffectiveTlsSettings tls =
                new EffectiveTlsSettings(flags, scene.description(Distribution.OPENSHIFT), scene.watches);
        tls.watch(notified::add);
        return tls;
    }

    @Test
    void prefersFlagsToProfileOfCluster() {
        EffectiveTlsSettings tls = watching(Optional.of(MODERN));
        profile("{type: Old}");

        assertThat(tls.get()).isEqualTo(MODERN);
        assertThat(notified).containsExactly(MODERN);
        assertThat(scene.watches.watched()).isEmpty();
    }

    @Test
    void usesIntermediateUntilProfileHasSynced() {
        scene.watches.keepUnknown(API_SERVER);

        assertThat(watching(Optional.empty()).get()).isEqualTo(INTERMEDIATE);
        assertThat(notified).containsExactly(INTERMEDIATE);
    }

    @Test
    void notifiesListenerOnlyOfOtherSettings() {
        EffectiveTlsSettings tls = watching(Optional.empty());
        profile("{type: Intermediate}");
        profile("{type: Old}");
        profile("{type: Old, old: {}}");
        profile("{type: Modern}");

        assertThat(tls.get()).isEqualTo(MODERN);
        assertThat(notified).containsExactly(INTERMEDIATE, OLD, MODERN);
    }

    @Test
    void logsInvalidProfileOnce() {
        try (LogLines log = LogLines.ofPackage(EffectiveTlsSettings.class)) {
            EffectiveTlsSettings tls = watching(Optional.empty());
            profile("{type: Custom}");
            tls.get();

            assertThat(tls.get()).isEqualTo(INTERMEDIATE);
            assertThat(log.warnings())
                    .containsExactly("APIServer cluster: spec.tlsSecurityProfile.type is Custom, but .custom is empty;"
                            + " the profile Intermediate is used");
        }
    }
}
