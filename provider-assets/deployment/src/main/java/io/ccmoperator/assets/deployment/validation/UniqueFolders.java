/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** No two archives have a folder for a provider of the same name. */
final class UniqueFolders implements CatalogueRule {
    @Override
    public void check(List<ParsedProvider> providers, Findings findings) {
        Map<String, ParsedProvider> seen = new HashMap<>();
        for (ParsedProvider provider : providers) {
            ParsedProvider first = seen.putIfAbsent(provider.folder().name(), provider);
            if (first != null) {
                findings.add(
                        provider.folder().descriptorPath(),
                        "stands in " + first.folder().origin() + " and in "
                                + provider.folder().origin()
                                + "; rename the folder in one of them or leave that archive out");
            }
        }
    }
}
