// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.Rule.rule;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Set;

/** Rules on roles and bindings that the API server takes, and that allow nothing, or more to more accounts than meant. */
final class RoleEffectRules {
    /** For each object. */
    static final List<Rule<ProviderDocument>> RULES = List.of(
            rule("known-resource", RoleEffectRules::resources),
            rule("nameless-request", RoleEffectRules::names),
            rule("aggregated-role", RoleEffectRules::aggregation),
            rule("binding-account", RoleEffectRules::subjects));

    private static final String AGGREGATE = "rbac.authorization.k8s.io/aggregate-to-";

    /** Verbs of requests that name no object. */
    private static final Set<String> WITHOUT_NAME = Set.of("create", "deletecollection");

    private RoleEffectRules() {}

    private static void resources(ProviderDocument document, Findings findings) {
        String kind = document.manifest().kind();
        if (!isRole(kind)) {
            return;
        }
        for (FieldReader rule : document.fields().field("rules").items()) {
            ApiResources.check(rule, findings);
            List<String> groups = rule.field("apiGroups").strings();
            rule.field("resources").items().stream()
                    .filter(resource -> kind.equals("Role") && ApiResources.isClusterScoped(resource.string(), groups))
                    .forEach(resource -> findings.add(
                            resource,
                            resource.string()
                                    + " have no namespace, and a Role gives access to its namespace only; write a"
                                    + " ClusterRole and a ClusterRoleBinding"));
        }
    }

    private static void names(ProviderDocument document, Findings findings) {
        if (!isRole(document.manifest().kind())) {
            return;
        }
        for (FieldReader rule : document.fields().field("rules").items()) {
            boolean ofObjects =
                    rule.field("resources").strings().stream().noneMatch(resource -> resource.contains("/"));
            if (!rule.field("resourceNames").items().isEmpty() && ofObjects) {
                rule.field("verbs").items().stream()
                        .filter(verb -> WITHOUT_NAME.contains(verb.string()))
                        .forEach(verb -> findings.add(
                                verb,
                                "is not allowed by a rule with resourceNames, since the request has no name; write "
                                        + verb.string() + " in a rule of its own without resourceNames"));
            }
        }
    }

    private static void aggregation(ProviderDocument document, Findings findings) {
        if (!document.manifest().kind().equals("ClusterRole")) {
            return;
        }
        document.fields().field("metadata", "labels").members().stream()
                .filter(label -> label.path().name().startsWith(AGGREGATE))
                .forEach(label -> findings.add(
                        label,
                        "adds the rules to the role "
                                + label.path().name().substring(AGGREGATE.length())
                                + " of users, who would get them too; leave it out"));
    }

    private static void subjects(ProviderDocument document, Findings findings) {
        if (!Set.of("RoleBinding", "ClusterRoleBinding")
                .contains(document.manifest().kind())) {
            return;
        }
        FieldReader subjects = document.fields().field("subjects");
        if (subjects.items().isEmpty()) {
            findings.add(
                    subjects,
                    (subjects.exists() ? "is empty" : "is missing")
                            + "; name the ServiceAccount that gets the permissions");
        }
        subjects.items().stream()
                .map(subject -> subject.field("name"))
                .filter(name -> name.is("default"))
                .forEach(name -> findings.addDecisive(
                        name,
                        null,
                        "is the account of all Pods of the namespace that name no other; name the ServiceAccount that needs"
                                + " the permissions"));
    }

    private static boolean isRole(String kind) {
        return kind.equals("Role") || kind.equals("ClusterRole");
    }
}
