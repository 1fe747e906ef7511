// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.identity;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Roles and service accounts that there will be in the cluster, so that bindings and pods may name them.
 *
 * @param names kind to names, which begin with namespace and slash where the kind has namespaces
 * @param freeNamespaces namespaces in which others may make service accounts
 */
public record KnownObjects(Map<String, Set<String>> names, Set<String> freeNamespaces) {
    public KnownObjects {
        names = Map.copyOf(names);
        freeNamespaces = Set.copyOf(freeNamespaces);
    }

    private static final String KUBE_SYSTEM = "kube-system";

    private static final List<String> KINDS = List.of("Role", "ClusterRole", "ServiceAccount");

    /** Those among documents, and the service accounts that cloud controller managers make for themselves. */
    public static KnownObjects of(List<ProviderDocument> documents) {
        Map<String, Set<String>> names = new HashMap<>();
        KINDS.forEach(kind -> names.put(kind, new TreeSet<>()));
        return new KnownObjects(names, Set.of())
                .plus(documents)
                .plus(Map.of(
                        "ServiceAccount",
                        documents.stream()
                                .map(ProviderDocument::manifest)
                                .flatMap(KnownObjects::withTokens)
                                .toList()));
    }

    /**
     * Accounts whose tokens a Role lets be created: who has the token makes the account before (--use-service-account-credentials), so
     * that the Role is the list of these accounts.
     */
    private static Stream<String> withTokens(KubernetesObject role) {
        return role.kind().equals("Role")
                ? role.fields().maps("rules").stream()
                        .map(FieldReader::of)
                        .filter(rule -> rule.strings("resources").contains("serviceaccounts/token"))
                        .flatMap(rule -> rule.strings("resourceNames").stream())
                        .map(name -> role.namespace() + "/" + name)
                : Stream.empty();
    }

    /** These and those of a provider; a pack knows by itself which service accounts its controllers make. */
    public KnownObjects and(ParsedProvider provider) {
        boolean pack =
                provider.validDescriptor().filter(ProviderDescriptor::payload).isEmpty();
        return new KnownObjects(plus(provider.assets()).names, pack ? Set.of(KUBE_SYSTEM) : Set.of());
    }

    /** True if there is an object of that name. */
    public boolean has(String kind, String name) {
        return names.get(kind).contains(name);
    }

    /** Names for one that is not there, of those that begin with a prefix. */
    String insteadOf(String kind, String name, String prefix) {
        return DidYouMean.nearestFirst(
                name,
                names.get(kind).stream()
                        .filter(known -> known.startsWith(prefix))
                        .toList());
    }

    private KnownObjects plus(List<ProviderDocument> documents) {
        Map<String, List<String>> more = new HashMap<>();
        for (ProviderDocument document : documents) {
            KubernetesObject object = document.manifest();
            String prefix = object.namespace().isEmpty() ? "" : object.namespace() + "/";
            more.computeIfAbsent(object.kind(), kind -> new ArrayList<>()).add(prefix + object.name());
        }
        return plus(more);
    }

    private KnownObjects plus(Map<String, List<String>> more) {
        Map<String, Set<String>> all = new HashMap<>();
        names.forEach((kind, known) -> {
            Set<String> ofKind = new TreeSet<>(known);
            ofKind.addAll(more.getOrDefault(kind, List.of()));
            all.put(kind, ofKind);
        });
        return new KnownObjects(all, freeNamespaces);
    }
}
