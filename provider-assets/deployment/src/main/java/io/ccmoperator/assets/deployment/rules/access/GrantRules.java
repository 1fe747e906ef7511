// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.rules.access;

import static io.ccmoperator.assets.deployment.findings.Rule.on;
import static io.ccmoperator.assets.deployment.findings.Rule.rule;

import io.ccmoperator.assets.deployment.findings.Findings;
import io.ccmoperator.assets.deployment.findings.Rule;
import io.ccmoperator.assets.deployment.provider.ParsedProvider;
import io.ccmoperator.assets.deployment.provider.ProviderDocument;
import io.ccmoperator.assets.deployment.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Rules on what roles allow and to whom bindings grant it. */
public final class GrantRules {
    /** For each object. */
    public static final List<Rule<ProviderDocument>> OF_OBJECTS =
            List.of(rule("known-resource", GrantRules::resources));

    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES = List.of(
            rule("known-verb", on(ParsedProvider::assets, GrantRules::verbs)),
            rule("no-escalation", on(ParsedProvider::assets, GrantRules::escalation)),
            rule("account-subject", on(ParsedProvider::assets, GrantRules::subjects)));

    private static final List<String> VERBS =
            List.of("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection");

    /** Verbs with which an account gets permissions that it does not have. */
    private static final Set<String> ESCALATING = Set.of("escalate", "bind", "impersonate");

    private static final Set<String> OTHER_VERBS = Set.of("use", "approve", "sign", "attest");

    private static final Set<String> OF_ALL_USERS =
            Set.of("system:authenticated", "system:unauthenticated", "system:serviceaccounts", "system:anonymous");

    private GrantRules() {}

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

    private static boolean isRole(String kind) {
        return kind.equals("Role") || kind.equals("ClusterRole");
    }

    private static void verbs(List<ProviderDocument> documents, Findings findings) {
        items(documents, "verbs")
                .filter(verb -> !verb.string().isEmpty()
                        && !verb.string().contains("*")
                        && !VERBS.contains(verb.string())
                        && !ESCALATING.contains(verb.string())
                        && !OTHER_VERBS.contains(verb.string()))
                .forEach(verb -> findings.add(
                        verb, "there is no verb " + verb.string() + "; " + DidYouMean.hint(verb.string(), VERBS)));
    }

    private static void escalation(List<ProviderDocument> documents, Findings findings) {
        items(documents, "verbs")
                .filter(verb -> ESCALATING.contains(verb.string()))
                .forEach(verb -> findings.add(
                        verb,
                        "with " + verb.string()
                                + " an account gets any permission; name the permissions that it needs"));
    }

    private static void subjects(List<ProviderDocument> documents, Findings findings) {
        documents.stream()
                .filter(document -> Set.of("RoleBinding", "ClusterRoleBinding")
                        .contains(document.manifest().kind()))
                .flatMap(document -> document.fields().field("subjects").items().stream())
                .filter(subject ->
                        Set.of("User", "Group").contains(subject.field("kind").string()))
                .forEach(subject -> {
                    FieldReader name = subject.field("name");
                    boolean all = OF_ALL_USERS.contains(name.string())
                            || name.string().startsWith("system:serviceaccounts:")
                            || name.string().startsWith("system:authenticated:");
                    findings.add(
                            name,
                            all
                                    ? "is everybody in the cluster or in a namespace; name the ServiceAccount that needs"
                                            + " the permissions"
                                    : "is not a ServiceAccount; a provider grants permissions to ServiceAccounts only");
                });
    }

    private static Stream<FieldReader> items(List<ProviderDocument> documents, String field) {
        return documents.stream()
                .filter(document -> Set.of("Role", "ClusterRole")
                        .contains(document.manifest().kind()))
                .flatMap(document -> document.fields().field("rules").items().stream())
                .flatMap(rule -> rule.field(field).items().stream());
    }
}
