// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.identity;

import static io.ccmoperator.assets.findings.Rule.on;
import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Rules on what objects refer to. The API server accepts most references to objects that do not exist. */
public final class ReferenceRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES = List.of(
            rule("config-map-exists", ReferenceRules::configMaps),
            rule("policy-exists", ReferenceRules::admissionPolicies),
            rule("role-wildcard", on(ParsedProvider::documents, ReferenceRules::wildcards)));

    private static final String CLOUD_CONF = "cloud-conf";
    private static final String TRUSTED_CA = "ccm-trusted-ca";

    /** Every API server makes this Role; those of manifests that run outside of the operator are bound to it. */
    private static final String AUTHENTICATION_READER = "kube-system/extension-apiserver-authentication-reader";

    private static final Set<String> ROLES = Set.of("Role", "ClusterRole");
    private static final Set<String> BINDINGS = Set.of("RoleBinding", "ClusterRoleBinding");
    private static final String SERVICE_ACCOUNT = "ServiceAccount";
    private static final List<String> RULE_FIELDS = List.of("apiGroups", "resources", "verbs", "nonResourceURLs");

    private ReferenceRules() {}

    /**
     * Rules on references to roles and service accounts.
     *
     * @param known the roles and service accounts that exist
     */
    public static List<Rule<List<ProviderDocument>>> to(KnownObjects known) {
        return List.of(
                rule("role-exists", (documents, findings) -> roles(documents, known, findings)),
                rule("subject-exists", (documents, findings) -> subjects(documents, known, findings)),
                rule("account-exists", (documents, findings) -> serviceAccounts(documents, known, findings)));
    }

    private static void configMaps(ParsedProvider provider, Findings findings) {
        if (!provider.complete()) {
            return;
        }
        Set<String> known = provider.assetsOf("ConfigMap").stream()
                .map(root -> root.field("metadata", "name").string())
                .collect(Collectors.toCollection(TreeSet::new));
        boolean hasCloudConf = provider.validDescriptor()
                .map(ProviderDescriptor::cloudConfig)
                // A descriptor that cannot be read may have it.
                .map(Optional::isPresent)
                .orElse(true);
        if (hasCloudConf) {
            known.add(CLOUD_CONF);
        }
        known.add(TRUSTED_CA);
        provider.workloads().stream()
                .flatMap(pod -> pod.configMaps().stream())
                .filter(name -> !known.contains(name.string()))
                .forEach(name -> findings.add(name, unknownConfigMap(name.string(), known)));
    }

    private static String unknownConfigMap(String name, Set<String> known) {
        return name.equals(CLOUD_CONF)
                ? "the operator writes " + name + " for providers whose descriptor has cloudConfig"
                : "no component writes ConfigMap " + name + "; there are " + String.join(", ", known);
    }

    private static void admissionPolicies(ParsedProvider provider, Findings findings) {
        if (!provider.complete()) {
            return;
        }
        Set<String> policies = provider.assetsOf("ValidatingAdmissionPolicy").stream()
                .map(policy -> policy.field("metadata", "name").string())
                .collect(Collectors.toSet());
        provider.assetsOf("ValidatingAdmissionPolicyBinding").stream()
                .map(binding -> binding.field("spec", "policyName"))
                .filter(name -> !policies.contains(name.string()))
                .forEach(name ->
                        findings.add(name, "the provider has no ValidatingAdmissionPolicy '" + name.string() + "'"));
    }

    /** Adds a finding for each wildcard in a role. */
    private static void wildcards(List<ProviderDocument> documents, Findings findings) {
        documents.stream()
                .filter(document -> ROLES.contains(document.manifest().kind()))
                .flatMap(document -> document.fields().field("rules").items().stream())
                .flatMap(rule -> RULE_FIELDS.stream().flatMap(field -> rule.field(field).items().stream()))
                .filter(item -> item.string().contains("*"))
                .forEach(item -> findings.add(item, "has a wildcard; name what is needed"));
    }

    private static void roles(List<ProviderDocument> documents, KnownObjects known, Findings findings) {
        for (ProviderDocument document : documents) {
            switch (document.manifest().kind()) {
                case "RoleBinding" -> role(document, List.of("Role", "ClusterRole"), known, findings);
                case "ClusterRoleBinding" -> role(document, List.of("ClusterRole"), known, findings);
                default -> {
                    // Grants no role.
                }
            }
        }
    }

    private static void role(ProviderDocument binding, List<String> kinds, KnownObjects known, Findings findings) {
        FieldReader roleRef = binding.fields().field("roleRef");
        String kind = roleRef.field("kind").string();
        if (!kinds.contains(kind)) {
            findings.add(roleRef.field("kind"), "has to be " + String.join(" or ", kinds));
            return;
        }
        FieldReader name = roleRef.field("name");
        String prefix = kind.equals("Role") ? binding.manifest().namespace() + "/" : "";
        String full = prefix + name.string();
        if (full.equals(AUTHENTICATION_READER) || full.equals("system:auth-delegator")) {
            findings.add(
                    name, "the account cloud-controller-manager has these permissions already; leave the binding out");
        } else if (!known.has(kind, full)) {
            findings.add(name, "there is no " + kind + " " + full + "; " + known.insteadOf(kind, full, prefix));
        }
    }

    private static void subjects(List<ProviderDocument> documents, KnownObjects known, Findings findings) {
        documents.stream()
                .filter(document -> BINDINGS.contains(document.manifest().kind()))
                .forEach(document -> document.fields().items("subjects").stream()
                        .filter(subject -> subject.field("kind").is(SERVICE_ACCOUNT))
                        .forEach(subject -> subject(subject, document.manifest().namespace(), known, findings)));
    }

    private static void subject(FieldReader subject, String namespaceOfBinding, KnownObjects known, Findings findings) {
        String namespace = subject.field("namespace").exists() ? subject.string("namespace") : namespaceOfBinding;
        String name = namespace + "/" + subject.field("name").string();
        if (!known.freeNamespaces().contains(namespace) && !known.has(SERVICE_ACCOUNT, name)) {
            findings.add(
                    subject.field("name"),
                    "no manifest creates ServiceAccount " + name + "; " + known.insteadOf(SERVICE_ACCOUNT, name, ""));
        }
    }

    private static void serviceAccounts(List<ProviderDocument> documents, KnownObjects known, Findings findings) {
        for (ProviderDocument document : documents) {
            // A pod without the field runs as the service account that every namespace has.
            Pod.of(document)
                    .map(pod -> pod.spec().field("serviceAccountName"))
                    .filter(FieldReader::exists)
                    .ifPresent(name -> serviceAccount(name, ManagedNamespace.DEFAULT + "/", known, findings));
        }
    }

    private static void serviceAccount(FieldReader field, String prefix, KnownObjects known, Findings findings) {
        String name = prefix + field.string();
        if (!known.has(SERVICE_ACCOUNT, name)) {
            findings.add(
                    field,
                    "there is no ServiceAccount " + name + "; " + known.insteadOf(SERVICE_ACCOUNT, name, prefix));
        }
    }
}
