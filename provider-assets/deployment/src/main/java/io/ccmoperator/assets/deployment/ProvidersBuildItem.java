// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment;

import io.ccmoperator.assets.provider.ParsedProvider;
import io.quarkus.builder.item.SimpleBuildItem;
import java.util.List;

/** The providers of the application, all of them valid, sorted by name. */
public final class ProvidersBuildItem extends SimpleBuildItem {
    private final List<ParsedProvider> providers;

    ProvidersBuildItem(List<ParsedProvider> providers) {
        this.providers = List.copyOf(providers);
    }

    /** The providers. */
    public List<ParsedProvider> providers() {
        return providers;
    }
}
