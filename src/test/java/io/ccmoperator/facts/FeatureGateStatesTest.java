// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.FlagSource;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.cloudconfig.transform.Transformers;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** openshift-api.yaml, which docs/facts/check compares with OpenShift's API. */
class FeatureGateStatesTest {
    private static final String NAMES =
            "provider-assets/runtime/src/main/resources/io/ccmoperator/assets/openshift-api.yaml";

    @Test
    @SuppressWarnings("try")
    void hasStateOfEachFeatureGateThatProgramNames() throws IOException {
        Set<String> named = new TreeSet<>(Provider.CLOUD_FEATURE_GATES);
        try (SourceProviders providers = SourceProviders.open()) {
            for (ProviderIndex.Entry entry : ProviderIndex.load().entries()) {
                ProviderDescriptor descriptor = ProviderIndex.provider(entry).descriptor();
                named.addAll(descriptor.graduatedFeatureGates().keySet());
                descriptor.cloudConfig().map(Transformers::of).ifPresent(each -> named.addAll(each.featureGates()));
                descriptor.flags().values().stream()
                        .flatMap(flags -> flags.values().stream())
                        .filter(FlagSource.Gated.class::isInstance)
                        .forEach(gated -> named.add(((FlagSource.Gated) gated).featureGate()));
            }
        }

        Map<String, Object> names = YamlReader.read(
                        Files.readString(PayloadFolder.project().resolve(NAMES)))
                .get(0)
                .map()
                .orElseThrow();

        assertThat(((Map<?, ?>) names.get("featureGates")).keySet().stream().map(String.class::cast))
                .containsExactlyInAnyOrderElementsOf(named);
    }
}
