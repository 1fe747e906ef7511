/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment;

import io.ccmoperator.assets.deployment.validation.ProviderCandidate;
import io.quarkus.builder.item.SimpleBuildItem;
import java.util.List;

/** The providers of the application, all of them valid, sorted by name. */
public final class ProvidersBuildItem extends SimpleBuildItem {
    private final List<ProviderCandidate> providers;

    ProvidersBuildItem(List<ProviderCandidate> providers) {
        this.providers = List.copyOf(providers);
    }

    /** The providers. */
    public List<ProviderCandidate> providers() {
        return providers;
    }
}
