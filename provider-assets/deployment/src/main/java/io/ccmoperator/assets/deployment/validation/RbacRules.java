// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.NameFormats.optional;
import static io.ccmoperator.assets.deployment.validation.Rule.rule;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;

/** Rules on the form of roles and bindings, as the API server has them. */
final class RbacRules {
    /** For each object. */
    static final List<Rule<ProviderDocument>> RULES =
            List.of(rule("role-form", RbacRules::role), rule("binding-form", RbacRules::binding));

    private static final String GROUP = "rbac.authorization.k8s.io";

    private RbacRules() {}

    private static void role(ProviderDocument document, Findings findings) {
        String kind = document.manifest().kind();
        if (!List.of("Role", "ClusterRole").contains(kind)) {
            return;
        }
        FieldReader aggregation = document.fields().field("aggregationRule");
        if (aggregation.exists()) {
            findings.addDecisive(
                    aggregation, null, "only an administrator of the cluster may write it; list the rules here");
        }
        for (FieldReader rule : document.fields().field("rules").items()) {
            FieldReader urls = rule.field("nonResourceURLs");
            if (rule.field("verbs").exists()) {
                notEmpty(rule.field("verbs"), "a rule has verbs such as get, list and watch", findings);
            }
            if (!urls.items().isEmpty() && kind.equals("Role")) {
                findings.add(urls, "a Role gives access to resources only; use a ClusterRole for URLs");
            } else if (!urls.items().isEmpty()
                    && (rule.field("resources").exists()
                            || rule.field("apiGroups").exists())) {
                findings.add(urls, "a rule has either resources or nonResourceURLs; write two rules");
            } else if (urls.items().isEmpty()) {
                notEmpty(
                        rule.field("apiGroups"),
                        "a rule for resources has apiGroups; the core group is \"\"",
                        findings);
                notEmpty(rule.field("resources"), "a rule has resources such as nodes", findings);
            }
        }
    }

    private static void binding(ProviderDocument document, Findings findings) {
        if (!List.of("RoleBinding", "ClusterRoleBinding")
                .contains(document.manifest().kind())) {
            return;
        }
        FieldReader root = document.fields();
        FieldReader roleRef = root.field("roleRef");
        if (!roleRef.map().isEmpty() && roleRef.field("apiGroup").exists()) {
            group(roleRef.field("apiGroup"), GROUP, findings);
        }
        roleRef(roleRef, document.manifest().kind(), findings);
        for (FieldReader subject : root.field("subjects").items()) {
            FieldReader kind = subject.field("kind");
            switch (kind.string()) {
                case "ServiceAccount" -> {
                    group(subject.field("apiGroup"), "", findings);
                    new FieldCheck("name", NameFormats::subdomain).check(subject, findings);
                    if (subject.field("namespace").string().isEmpty()) {
                        findings.add(subject.field("namespace"), "is missing; a ServiceAccount is in a namespace");
                    }
                }
                case "User", "Group" -> {
                    group(subject.field("apiGroup"), GROUP, findings);
                    if (subject.field("namespace").exists()) {
                        findings.add(
                                subject.field("namespace"), "a " + kind.string() + " is in no namespace; leave it out");
                    }
                }
                default -> {
                    if (kind.exists()) {
                        findings.add(
                                kind,
                                "unknown kind '" + kind.string() + "'; valid values: ServiceAccount, User, Group");
                    }
                }
            }
        }
    }

    private static void roleRef(FieldReader roleRef, String bindingKind, Findings findings) {
        List<String> kinds =
                bindingKind.equals("RoleBinding") ? List.of("Role", "ClusterRole") : List.of("ClusterRole");
        FieldReader kind = roleRef.field("kind");
        if (kind.exists() && !kinds.contains(kind.string())) {
            findings.addDecisive(kind, null, "has to be " + String.join(" or ", kinds));
        }
        new FieldCheck("name", optional(NameFormats::segment)).check(roleRef, findings);
    }

    private static void group(FieldReader field, String expected, Findings findings) {
        if (field.exists() && !field.is(expected)) {
            findings.add(
                    field,
                    "is '" + field.string() + "' but has to be "
                            + (expected.isEmpty() ? "\"\" for a ServiceAccount, or left out" : expected));
        }
    }

    private static void notEmpty(FieldReader list, String remedy, Findings findings) {
        Optional.of(list)
                .filter(field -> field.items().isEmpty())
                .ifPresent(field ->
                        findings.addDecisive(field, null, (field.exists() ? "is empty; " : "is missing; ") + remedy));
    }
}
