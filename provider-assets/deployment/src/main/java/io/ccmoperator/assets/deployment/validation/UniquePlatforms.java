/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.ProviderDescriptor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Two providers do not claim one platform and variant. */
final class UniquePlatforms implements CatalogueRule {
    @Override
    public void check(List<ParsedProvider> providers, Findings findings) {
        Map<List<String>, String> seen = new HashMap<>();
        for (ParsedProvider provider : providers) {
            provider.validDescriptor().ifPresent(descriptor -> {
                String first = seen.putIfAbsent(
                        List.of(descriptor.platform(), descriptor.variant()),
                        provider.folder().name());
                // The same folder in two archives is found as such.
                if (first != null && !first.equals(provider.folder().name())) {
                    findings.add(
                            Place.root(provider.descriptorDocument().orElseThrow())
                                    .field("platform"),
                            "provider " + first + " is for " + claim(descriptor)
                                    + " already; give one of the two another variant");
                }
            });
        }
    }

    private static String claim(ProviderDescriptor descriptor) {
        return "platform " + descriptor.platform()
                + (descriptor.variant().isEmpty() ? "" : " and variant " + descriptor.variant());
    }
}
