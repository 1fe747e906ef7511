// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.DocumentReader;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.rules.access.PrivilegeRules;
import io.ccmoperator.assets.rules.identity.KnownObjects;
import io.ccmoperator.assets.rules.identity.ReferenceRules;
import java.util.ArrayList;
import java.util.List;

/** Compares providers with the objects of the release payload, which itself is judged by tests of the operator. */
final class PayloadComparison {
    private static final String DELETE = "release.openshift.io/delete";

    private PayloadComparison() {}

    /** The objects that are there once the payload is applied: what the Cluster Version Operator is to delete is not. */
    static List<ProviderDocument> objects(List<SourceFile> payload, Findings findings) {
        List<SourceFile> manifests =
                payload.stream().filter(file -> file.path().endsWith(".yaml")).toList();
        return new DocumentReader(findings.of("yaml"))
                .read(manifests).stream()
                        .filter(document -> !document.fields()
                                .field("metadata", "annotations")
                                .field(DELETE)
                                .is("true"))
                        .toList();
    }

    /** The rules that compare each provider, inside and outside the payload, with the objects of the payload. */
    static List<Rule<ParsedProvider>> rules(List<ProviderDocument> payload) {
        KnownObjects known = KnownObjects.of(payload);
        List<Rule<ParsedProvider>> rules = new ArrayList<>(PrivilegeRules.to(payload));
        rules.add((provider, findings) -> references(provider, known, findings));
        return rules;
    }

    private static void references(ParsedProvider provider, KnownObjects known, Findings findings) {
        if (provider.complete()) {
            ReferenceRules.to(known.and(provider)).forEach(rule -> rule.check(provider.assets(), findings));
        }
    }
}
