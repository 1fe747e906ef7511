// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.access;

import static io.ccmoperator.assets.findings.Rule.on;
import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.text.DidYouMean;
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
            rule("aggregated-role", GrantRules::aggregation),
            rule("nameless-request", on(ParsedProvider::assets, GrantRules::namelessRequests)),
            rule("binding-account", on(ParsedProvider::assets, GrantRules::accounts)),
            rule("account-subject", on(ParsedProvider::assets, GrantRules::subjects)));

    private static final List<String> VERBS =
            List.of("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection");

    /** Verbs with which an account gets permissions that it does not have. */
    private static final Set<String> ESCALATING = Set.of("escalate", "bind", "impersonate");

    private static final String AGGREGATE_TO = "rbac.authorization.k8s.io/aggregate-to-";

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
        documents.stream()
                .map(document -> document.fields().field("aggregationRule"))
                .filter(FieldReader::exists)
                .forEach(field ->
                        findings.add(field, "only an administrator of the cluster may write it; list the rules here"));
    }

    private static void aggregation(ParsedProvider provider, Findings findings) {
        provider.assetsOf("ClusterRole").stream()
                .flatMap(role -> role.field("metadata", "labels").members().stream())
                .filter(label -> label.path().name().startsWith(AGGREGATE_TO))
                .forEach(label -> findings.add(
                        label,
                        "adds the rules to the role " + label.path().name().substring(AGGREGATE_TO.length())
                                + " of users, who would get them too; leave it out"));
    }

    /** Of a request to create an object, or to delete several, the API server knows no name. */
    private static void namelessRequests(List<ProviderDocument> documents, Findings findings) {
        roleRules(documents)
                .filter(rule -> !rule.list("resourceNames").isEmpty()
                        && rule.strings("resources").stream().noneMatch(name -> name.contains("/")))
                .flatMap(rule -> rule.items("verbs").stream())
                .filter(verb -> verb.is("create") || verb.is("deletecollection"))
                .forEach(verb -> findings.add(
                        verb,
                        "is not allowed by a rule with resourceNames, since the request has no name; write "
                                + verb.string() + " in a rule of its own without resourceNames"));
    }

    private static void accounts(List<ProviderDocument> documents, Findings findings) {
        for (FieldReader binding : bindings(documents)) {
            FieldReader subjects = binding.field("subjects");
            if (subjects.items().isEmpty()) {
                findings.add(
                        subjects,
                        (subjects.exists() ? "is empty; " : "is missing; ")
                                + "name the ServiceAccount that gets the permissions");
            }
            subjects.items().stream()
                    .map(subject -> subject.field("name"))
                    .filter(name -> name.is("default"))
                    .forEach(name -> findings.addDecisive(
                            name,
                            null,
                            "is the account of all Pods of the namespace that name no other; name the ServiceAccount that"
                                    + " needs the permissions"));
        }
    }

    private static void subjects(List<ProviderDocument> documents, Findings findings) {
        bindings(documents).stream()
                .flatMap(binding -> binding.items("subjects").stream())
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

    private static List<FieldReader> bindings(List<ProviderDocument> documents) {
        return documents.stream()
                .filter(document -> Set.of("RoleBinding", "ClusterRoleBinding")
                        .contains(document.manifest().kind()))
                .map(ProviderDocument::fields)
                .toList();
    }

    private static Stream<FieldReader> items(List<ProviderDocument> documents, String field) {
        return roleRules(documents).flatMap(rule -> rule.field(field).items().stream());
    }

    private static Stream<FieldReader> roleRules(List<ProviderDocument> documents) {
        return documents.stream()
                .filter(document -> isRole(document.manifest().kind()))
                .flatMap(document -> document.fields().field("rules").items().stream());
    }
}
