/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.List;

/** A binding names a role that there is, of a kind that it can grant; the API server would take any. */
final class RoleReferences implements DocumentsRule {
    @Override
    public void check(List<ProviderDocument> documents, KnownObjects known, Findings findings) {
        for (ProviderDocument document : documents) {
            switch (document.manifest().kind()) {
                case "RoleBinding" -> check(document, List.of("Role", "ClusterRole"), known, findings);
                case "ClusterRoleBinding" -> check(document, List.of("ClusterRole"), known, findings);
                default -> {
                    // Binds nothing.
                }
            }
        }
    }

    private static void check(ProviderDocument document, List<String> kinds, KnownObjects known, Findings findings) {
        Place roleRef = Place.root(document).field("roleRef");
        String kind = roleRef.field("kind").text();
        if (!kinds.contains(kind)) {
            findings.add(roleRef.field("kind"), "has to be " + String.join(" or ", kinds));
            return;
        }
        Place name = roleRef.field("name");
        String prefix = kind.equals("Role") ? document.manifest().namespace() + "/" : "";
        String full = prefix + name.text();
        if (!known.has(kind, full)) {
            findings.add(name, "there is no " + kind + " " + full + "; " + known.insteadOf(kind, full, prefix));
        }
    }
}
