// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import java.util.List;

/** The list of providers as a table. */
final class ProviderTable {
    private static final List<String> HEAD = List.of(
            "NAME", "PLATFORM", "VARIANT", "OBJECTS", "BOOTSTRAP PODS", "CLOUD CONFIG", "TRANSFORMER", "IMAGE KEYS");

    private ProviderTable() {}

    static Table of(List<ProviderSummary> providers) {
        return new Table(HEAD, providers.stream().map(ProviderTable::row).toList());
    }

    private static List<String> row(ProviderSummary provider) {
        return List.of(
                provider.name(),
                provider.platform(),
                provider.variant(),
                String.valueOf(provider.objects().size()),
                String.join(",", provider.bootstrapPods()),
                provider.cloudConfigSource(),
                provider.transformer(),
                String.join(",", provider.imageKeys()));
    }
}
