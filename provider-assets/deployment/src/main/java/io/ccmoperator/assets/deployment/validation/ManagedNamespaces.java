/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.deployment.decoding.ManifestKind;
import java.util.List;
import java.util.Set;

/** Each object stands in a namespace that the operator manages for it; objects of the cluster stand in none. */
final class ManagedNamespaces implements ProviderRule {
    private static final String KUBE_SYSTEM = "kube-system";

    private static final Set<String> ALSO_IN_KUBE_SYSTEM = Set.of("Role", "RoleBinding");

    @Override
    public void check(ParsedProvider provider, Findings findings) {
        for (ProviderDocument document : provider.assets()) {
            KnownKinds.find(ManifestKind.ASSETS, document.manifest())
                    .ifPresent(kind -> check(document, allowed(kind), findings));
        }
        provider.bootstrapPods().forEach(pod -> check(pod.object().document(), List.of(KUBE_SYSTEM), findings));
    }

    private static List<String> allowed(ManifestKind kind) {
        if (!kind.namespaced()) {
            return List.of();
        }
        return ALSO_IN_KUBE_SYSTEM.contains(kind.kind())
                ? List.of(ManagedNamespace.DEFAULT, KUBE_SYSTEM)
                : List.of(ManagedNamespace.DEFAULT);
    }

    private static void check(ProviderDocument document, List<String> allowed, Findings findings) {
        Place namespace = Place.root(document).field("metadata", "namespace");
        if (allowed.isEmpty() && namespace.exists()) {
            findings.add(namespace, "an object of kind " + document.manifest().kind() + " has no namespace");
        } else if (!allowed.isEmpty() && !allowed.contains(namespace.text())) {
            findings.add(namespace, "has to be " + String.join(" or ", allowed));
        }
    }
}
