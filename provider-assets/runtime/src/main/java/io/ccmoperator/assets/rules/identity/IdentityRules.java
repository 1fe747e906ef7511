// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.identity;

import static io.ccmoperator.assets.findings.Rule.on;
import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.AllowedKind;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.schema.KubernetesSchema;
import io.ccmoperator.assets.schema.ShapeFault;
import io.ccmoperator.assets.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules on what each object is: its kind and fields, its name and its namespace. */
public final class IdentityRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES = List.of(
            rule("asset-kind", IdentityRules::kindsOfAssets),
            rule("bootstrap-kind", IdentityRules::kindsOfBootstrapPods),
            rule("null-value", on(ParsedProvider::documents, IdentityRules::values)),
            rule("object-name", on(ParsedProvider::documents, IdentityRules::names)),
            rule("unique-object", on(ParsedProvider::documents, IdentityRules::uniqueObjects)),
            rule("object-namespace", IdentityRules::namespaces));

    private static final String KUBE_SYSTEM = "kube-system";

    private static final Set<String> ALSO_IN_KUBE_SYSTEM = Set.of("Role", "RoleBinding");

    /** What to do instead of writing an object of another kind. */
    private static final Map<String, String> REMEDIES = Map.of(
            "List", "write the items as documents with '---' between them; ",
            "Namespace", "the namespace comes with the operator's installation; ",
            "Secret", "the administrator makes the Secret, and provider.yaml names it as credentialsSecret; ");

    private IdentityRules() {}

    private static void kindsOfAssets(ParsedProvider provider, Findings findings) {
        provider.assets().forEach(document -> kind(document, "assets/", AllowedKind.ASSETS, findings));
    }

    private static void kindsOfBootstrapPods(ParsedProvider provider, Findings findings) {
        provider.bootstrap().forEach(document -> kind(document, "bootstrap/", AllowedKind.BOOTSTRAP, findings));
    }

    /** Adds a finding for each key and item without a value. */
    private static void values(List<ProviderDocument> documents, Findings findings) {
        documents.forEach(document -> value(document.fields(), findings));
    }

    /** Adds a finding for each object without a name. */
    private static void names(List<ProviderDocument> documents, Findings findings) {
        documents.stream()
                .filter(document -> document.manifest().name().isEmpty())
                .forEach(document -> findings.add(document.fields().field("metadata", "name"), "is missing"));
    }

    /** Adds a finding for each object that has the kind, namespace and name of another. */
    private static void uniqueObjects(List<ProviderDocument> documents, Findings findings) {
        Map<List<String>, ProviderDocument> seen = new HashMap<>();
        for (ProviderDocument document : documents) {
            KubernetesObject object = document.manifest();
            ProviderDocument first = object.name().isEmpty()
                    ? null
                    : seen.putIfAbsent(List.of(object.kind(), object.namespace(), object.name()), document);
            if (first != null) {
                findings.add(
                        document.fields().field("metadata", "name"),
                        "the same object is in " + first.file() + ", document " + first.number()
                                + "; leave one of them out or rename it");
            }
        }
    }

    private static void namespaces(ParsedProvider provider, Findings findings) {
        for (ProviderDocument document : provider.assets()) {
            find(AllowedKind.ASSETS, document.manifest())
                    .ifPresent(kind -> namespace(document.fields(), allowedNamespaces(kind), findings));
        }
        provider.bootstrapPods().forEach(pod -> namespace(pod.object(), List.of(KUBE_SYSTEM), findings));
    }

    /** Adds a finding for each place at which an object does not have the shape of its kind. */
    private static void shape(ProviderDocument document, Findings findings) {
        for (ShapeFault fault : KubernetesSchema.faults(document.fields())) {
            findings.addDecisive(document, fault.path(), fault.meant().orElse(null), fault.reason());
        }
    }

    private static void kind(ProviderDocument document, String folder, List<AllowedKind> kinds, Findings findings) {
        KubernetesObject manifest = document.manifest();
        Optional<AllowedKind> sameName = kinds.stream()
                .filter(known -> known.kind().equals(manifest.kind()))
                .findFirst();
        Optional<AllowedKind> known = find(kinds, manifest);
        if (known.isPresent()) {
            shape(document, findings.of("schema"));
        } else if (sameName.isPresent()) {
            findings.add(
                    document.fields().field("apiVersion"),
                    "has to be " + sameName.get().apiVersion() + " for a " + manifest.kind());
        } else {
            // What an object of another kind lacks follows from its kind.
            findings.decide(document.fields().field("metadata"));
            findings.addDecisive(
                    document.fields().field("kind"),
                    null,
                    REMEDIES.getOrDefault(manifest.kind(), "") + folder + " takes only "
                            + kinds.stream().map(AllowedKind::kind).collect(Collectors.joining(", "))
                            + DidYouMean.nearest(
                                            manifest.kind(),
                                            kinds.stream()
                                                    .map(AllowedKind::kind)
                                                    .toList())
                                    .map(near -> "; is " + near + " meant?")
                                    .orElse(""));
        }
    }

    private static Optional<AllowedKind> find(List<AllowedKind> kinds, KubernetesObject manifest) {
        return kinds.stream()
                .filter(known -> known.kind().equals(manifest.kind())
                        && known.apiVersion().equals(manifest.apiVersion()))
                .findFirst();
    }

    private static void value(FieldReader field, Findings findings) {
        if (field.value() instanceof Map) {
            field.members().forEach(member -> value(member, findings));
        } else if (field.value() instanceof List) {
            field.items().forEach(item -> value(item, findings));
        } else if (!field.exists()) {
            findings.addDecisive(field, null, "has no value; write \"\", {} or [], or leave it out");
        }
    }

    private static List<String> allowedNamespaces(AllowedKind kind) {
        if (!kind.namespaced()) {
            return List.of();
        }
        return ALSO_IN_KUBE_SYSTEM.contains(kind.kind())
                ? List.of(ManagedNamespace.DEFAULT, KUBE_SYSTEM)
                : List.of(ManagedNamespace.DEFAULT);
    }

    private static void namespace(FieldReader object, List<String> allowed, Findings findings) {
        FieldReader namespace = object.field("metadata", "namespace");
        if (allowed.isEmpty() && namespace.exists()) {
            findings.add(namespace, "an object of kind " + object.string("kind") + " has no namespace");
        } else if (!allowed.isEmpty() && !allowed.contains(namespace.string())) {
            findings.addDecisive(
                    namespace,
                    null,
                    "has to be " + String.join(" or ", allowed)
                            + (object.field("kind").is("ServiceAccount")
                                    ? ", where the account cloud-controller-manager is with its permissions; leave this one out"
                                    : ""));
            // What names are free depends on the namespace.
            findings.decide(object.field("metadata", "name"));
        }
    }
}
