// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.rules.identity;

import static io.ccmoperator.assets.deployment.findings.Rule.rule;

import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.deployment.findings.Findings;
import io.ccmoperator.assets.deployment.findings.Rule;
import io.ccmoperator.assets.deployment.provider.ParsedProvider;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rules on all providers of an application together. */
public final class CatalogueRules {
    /** For all providers together. */
    public static final List<Rule<List<ParsedProvider>>> RULES = List.of(
            rule("unique-folder", CatalogueRules::uniqueFolders),
            rule("unique-platform", CatalogueRules::uniquePlatforms));

    private CatalogueRules() {}

    private static void uniqueFolders(List<ParsedProvider> providers, Findings findings) {
        Map<String, ParsedProvider> seen = new HashMap<>();
        for (ParsedProvider provider : providers) {
            ParsedProvider first = seen.putIfAbsent(provider.folder().name(), provider);
            if (first != null) {
                findings.add(
                        provider.folder().descriptorPath(),
                        "is in " + first.folder().origin() + " and in "
                                + provider.folder().origin()
                                + "; rename the folder in one of them or leave that archive out");
            }
        }
    }

    private static void uniquePlatforms(List<ParsedProvider> providers, Findings findings) {
        Map<List<String>, String> seen = new HashMap<>();
        for (ParsedProvider provider : providers) {
            provider.validDescriptor().ifPresent(descriptor -> {
                String folder = provider.folder().name();
                String first = seen.putIfAbsent(List.of(descriptor.platform(), descriptor.variant()), folder);
                // The same folder in two archives violates uniqueFolders.
                if (first != null && !first.equals(folder)) {
                    findings.add(
                            provider.descriptorFields().field("platform"),
                            "provider " + first + " is for " + platform(descriptor)
                                    + " already; give one of the two another variant");
                }
            });
        }
    }

    private static String platform(ProviderDescriptor descriptor) {
        return "platform " + descriptor.platform()
                + (descriptor.variant().isEmpty() ? "" : " and variant " + descriptor.variant());
    }
}
