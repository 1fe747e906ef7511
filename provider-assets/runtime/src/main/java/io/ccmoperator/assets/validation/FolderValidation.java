// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.discovery.ProviderFolder;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.rules.identity.CatalogueRules;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges providers of a folder that the operator is given when it runs: by all rules of the build for providers outside the payload, and
 * beside the providers with which it was built.
 */
public final class FolderValidation {
    private FolderValidation() {}

    /**
     * The providers, valid or not.
     *
     * @param folders sorted by name
     * @param builtIn the providers with which the operator was built
     * @param facts what the build knew
     * @param findings gets each violation
     */
    public static List<ParsedProvider> judge(
            List<ProviderFolder> folders, List<ProviderIndex.Entry> builtIn, BuildFacts facts, Findings findings) {
        List<Rule<ParsedProvider>> rules = new ArrayList<>();
        rules.add(rule("descriptor", FolderValidation::outsideThePayload));
        rules.addAll(PayloadComparison.rules(facts.payload()));
        return ProviderValidation.judge(folders, facts.transformers(), rules, CatalogueRules.beside(builtIn), findings);
    }

    private static void outsideThePayload(ParsedProvider provider, Findings findings) {
        if (provider.validDescriptor().isPresent()) {
            FieldReader payload = provider.descriptorFields().field("payload");
            if (!payload.is(false)) {
                findings.add(
                        payload,
                        "has to be false: the payload has the providers with which the operator was built; write payload: false");
            }
        }
    }
}
