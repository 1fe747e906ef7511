// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.payload;

import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Payload;
import io.ccmoperator.assets.provider.PayloadReader;
import io.ccmoperator.assets.rules.access.PrivilegeRules;
import io.ccmoperator.assets.rules.identity.KnownObjects;
import io.ccmoperator.assets.rules.identity.OwnershipRules;
import io.ccmoperator.assets.rules.identity.ReferenceRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The release payload, checked, and the rules that compare providers with it; none when it cannot be read completely.
 *
 * @param providerRules for each provider
 * @param catalogueRules for all providers together
 */
public record PayloadValidation(
        List<Rule<ParsedProvider>> providerRules, List<Rule<List<ParsedProvider>>> catalogueRules) {
    public PayloadValidation {
        providerRules = List.copyOf(providerRules);
        catalogueRules = List.copyOf(catalogueRules);
    }

    /**
     * Checks the payload.
     *
     * @param files the files of the payload; what is wrong with them is found
     * @param formerObjects the list of objects that former releases applied; what is wrong with it is found
     */
    public static PayloadValidation of(List<SourceFile> files, Optional<SourceFile> formerObjects, Findings findings) {
        Payload payload = new PayloadReader(findings).read(files);
        PayloadRules.RULES.forEach(rule -> rule.check(payload, findings));
        if (!payload.complete()) {
            return new PayloadValidation(List.of(), List.of());
        }
        KnownObjects known = KnownObjects.of(payload.present());
        ReferenceRules.to(known.andThoseOfTheCluster()).forEach(rule -> rule.check(payload.present(), findings));

        List<Rule<ParsedProvider>> ofProviders = new ArrayList<>(PayloadRules.ofProviders(payload));
        ofProviders.addAll(comparisons(payload));
        return new PayloadValidation(
                ofProviders, List.of(OperatorRules.of(payload, FormerObjects.read(formerObjects, findings))));
    }

    /** The rules that compare each provider, inside and outside the payload, with the objects of a payload that has been judged. */
    public static List<Rule<ParsedProvider>> comparisons(Payload payload) {
        KnownObjects known = KnownObjects.of(payload.present());
        List<Rule<ParsedProvider>> rules = new ArrayList<>(OwnershipRules.to(payload));
        rules.addAll(PrivilegeRules.to(payload));
        rules.add((provider, findings) -> references(provider, known, findings));
        return rules;
    }

    private static void references(ParsedProvider provider, KnownObjects known, Findings findings) {
        if (provider.complete()) {
            ReferenceRules.to(known.and(provider)).forEach(rule -> rule.check(provider.assets(), findings));
        }
    }
}
