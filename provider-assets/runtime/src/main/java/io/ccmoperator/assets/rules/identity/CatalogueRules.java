// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.identity;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.ParsedProvider;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules on all providers of an application together. */
public final class CatalogueRules {
    /** For all providers together. */
    public static final List<Rule<List<ParsedProvider>>> RULES = List.of(
            rule("unique-folder", CatalogueRules::uniqueFolders),
            rule("unique-platform", CatalogueRules::uniquePlatforms));

    private CatalogueRules() {}

    /**
     * Rules for all providers of a folder together, beside those that the operator was built with: none takes the place, the platform
     * or an object of one of these.
     */
    public static List<Rule<List<ParsedProvider>>> beside(List<ProviderIndex.Entry> builtIn) {
        return List.of(
                rule("unique-folder", onEach(builtIn, CatalogueRules::sameName)),
                rule("unique-platform", onEach(builtIn, CatalogueRules::samePlatform)),
                rule("unique-object", onEach(builtIn, CatalogueRules::sameObjects)));
    }

    /** Compares a provider with one that is built in. */
    private interface Comparison {
        void check(ParsedProvider provider, ProviderIndex.Entry builtIn, Findings findings);
    }

    private static Rule<List<ParsedProvider>> onEach(List<ProviderIndex.Entry> builtIn, Comparison comparison) {
        return (providers, findings) ->
                providers.forEach(provider -> builtIn.forEach(entry -> comparison.check(provider, entry, findings)));
    }

    private static void sameName(ParsedProvider provider, ProviderIndex.Entry builtIn, Findings findings) {
        if (provider.folder().name().equals(builtIn.name())) {
            findings.add(
                    provider.folder().descriptorPath(),
                    "the operator was built with a provider of that name, which a folder cannot replace; rename the folder");
        }
    }

    /** A provider without a variant is for all variants, but for those that have a provider of their own. */
    private static void samePlatform(ParsedProvider provider, ProviderIndex.Entry builtIn, Findings findings) {
        provider.validDescriptor()
                .filter(descriptor -> descriptor.platform().equals(builtIn.platform())
                        && (builtIn.variant().isEmpty() || descriptor.variant().equals(builtIn.variant())))
                .ifPresent(descriptor -> findings.add(
                        provider.descriptorFields().field("platform"),
                        "the operator was built with provider " + builtIn.name() + " for " + platform(descriptor)
                                + ", which a folder cannot replace; write platform External and a variant of its own"));
    }

    private static void sameObjects(ParsedProvider provider, ProviderIndex.Entry builtIn, Findings findings) {
        Set<List<String>> taken = ProviderIndex.provider(builtIn).assets().stream()
                .map(CatalogueRules::identity)
                .collect(Collectors.toSet());
        provider.assets().stream()
                .filter(document -> taken.contains(identity(document.manifest())))
                .forEach(document -> findings.add(
                        document.fields().field("metadata", "name"),
                        "provider " + builtIn.name()
                                + ", with which the operator was built, has this object; rename it"));
    }

    private static List<String> identity(KubernetesObject object) {
        return List.of(object.kind(), object.namespace(), object.name());
    }

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
