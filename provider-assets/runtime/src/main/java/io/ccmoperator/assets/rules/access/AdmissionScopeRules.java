// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.access;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Rules on the requests that an admission policy judges: one that judges too many, or fails, stops the cluster. */
public final class AdmissionScopeRules {
    /** For each object. */
    public static final List<Rule<ProviderDocument>> OF_OBJECTS = List.of(
            ofPolicies("policy-wildcard", AdmissionScopeRules::wildcards),
            ofPolicies("vital-resource", AdmissionScopeRules::resources));

    private static final Pattern OF_OWN_ACCOUNT =
            Pattern.compile("request\\.userInfo\\.username\\s*==\\s*(['\"])system:serviceaccount:"
                    + ManagedNamespace.DEFAULT + ":[a-z0-9.-]+\\1");

    private static final Pattern READS_REQUEST =
            Pattern.compile("\\b(?:object|oldObject|request|params|variables|namespaceObject|authorizer)\\b");

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
        spec.items("validations").stream()
                .map(validation -> validation.field("expression"))
                .filter(expression -> !isOfOwnAccounts(spec)
                        && expression.exists()
                        && !READS_REQUEST.matcher(expression.string()).find())
                .forEach(expression -> findings.add(
                        expression,
                        "answers every request alike, those of others, too; compare a field of object with what the cloud"
                                + " takes"));
    }

    /** Whether a policy judges only what accounts of cloud controller managers request. */
    static boolean isOfOwnAccounts(FieldReader spec) {
        return spec.items("matchConditions").stream()
                .anyMatch(condition -> OF_OWN_ACCOUNT
                        .matcher(condition.string("expression").strip())
                        .matches());
    }

    private static void resources(FieldReader spec, Findings findings) {
        boolean limited = isOfOwnAccounts(spec);
        for (FieldReader rule : spec.field("matchConstraints", "resourceRules").items()) {
            ApiResources.check(rule, findings);
            for (FieldReader resource : rule.field("resources").items()) {
                if (!limited && VITAL.contains(resource.string().replaceFirst("/.*", ""))) {
                    findings.addDecisive(
                            resource,
                            null,
                            "the control plane depends on these requests, whoever sends them; add a match condition"
                                    + " request.userInfo.username == 'system:serviceaccount:" + ManagedNamespace.DEFAULT
                                    + ":NAME', or judge another resource");
                }
            }
        }
    }
}
