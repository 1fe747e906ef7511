// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.access;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Rules on the requests that an admission policy judges: one that judges too many, or fails, stops the cluster. */
public final class AdmissionScopeRules {
    /** For each object. */
    public static final List<Rule<ProviderDocument>> OF_OBJECTS = List.of(
            ofPolicies("policy-wildcard", AdmissionScopeRules::wildcards),
            ofPolicies("vital-resource", AdmissionScopeRules::resources));

    /** Resources that the control plane itself writes all the time, or without which no Pod starts. */
    private static final Set<String> VITAL = Set.of(
            "endpoints",
            "endpointslices",
            "events",
            "leases",
            "localsubjectaccessreviews",
            "pods",
            "selfsubjectaccessreviews",
            "serviceaccounts",
            "subjectaccessreviews",
            "tokenreviews");

    private AdmissionScopeRules() {}

    /** A rule for the spec of each policy. */
    private static Rule<ProviderDocument> ofPolicies(String id, Rule<FieldReader> rule) {
        return rule(id, (document, findings) -> {
            if (document.manifest().kind().equals("ValidatingAdmissionPolicy")) {
                rule.check(document.fields().field("spec"), findings);
            }
        });
    }

    private static void wildcards(FieldReader spec, Findings findings) {
        spec.items("matchConstraints", "resourceRules").stream()
                .flatMap(rule ->
                        Stream.of("apiGroups", "resources", "operations").flatMap(list -> rule.items(list).stream()))
                .filter(item -> item.string().contains("*"))
                .forEach(item -> findings.addDecisive(
                        item,
                        null,
                        "judges requests of all components, which a mistake in the policy would stop; name what the policy is"
                                + " for, such as services"));
    }

    private static void resources(FieldReader spec, Findings findings) {
        boolean limited = !spec.field("matchConditions").items().isEmpty();
        for (FieldReader rule : spec.field("matchConstraints", "resourceRules").items()) {
            ApiResources.check(rule, findings);
            for (FieldReader resource : rule.field("resources").items()) {
                if (!limited && VITAL.contains(resource.string().replaceFirst("/.*", ""))) {
                    findings.add(
                            resource,
                            "the control plane depends on these requests, whoever sends them; add a match condition on"
                                    + " request.userInfo.username, or judge another resource");
                }
            }
        }
    }
}
