// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.substitution.ProviderSelection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A platform has more than a provider says of it, such as its status; so the platforms are a list, which has to be complete. */
class TourStopsTest {
    private final SourceProviders sources = SourceProviders.open();

    @AfterEach
    void close() {
        sources.close();
    }

    @Test
    void visitsPlatformOfEachProviderOfPayload() {
        ProviderIndex providers = ProviderIndex.load();
        List<String> visited = TourStops.PLATFORMS.stream()
                .flatMap(platform -> selected(platform, providers).stream())
                .map(ProviderDescriptor::name)
                .toList();

        assertThat(providers.entries().stream()
                        .map(ProviderIndex::provider)
                        .map(Provider::descriptor)
                        .filter(ProviderDescriptor::payload)
                        .map(ProviderDescriptor::name))
                .as("providers of the payload; add a constant to Platform and to TourStops.PLATFORMS for each one that"
                        + " is not visited, so that PermissionsIT proves the operator's rules")
                .isNotEmpty()
                .isSubsetOf(visited);
    }

    private static Optional<ProviderDescriptor> selected(Platform platform, ProviderIndex providers) {
        Map<String, Object> infrastructure = Map.of(
                "spec",
                YamlText.tree(platform.spec()),
                "status",
                Map.of("infrastructureName", "sample-1", "platformStatus", YamlText.tree(platform.status())));
        return ProviderSelection.of(Infrastructure.of(infrastructure), providers)
                .map(Provider::descriptor);
    }
}
