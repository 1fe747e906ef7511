/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.List;

/** A binding grants to service accounts that there are; the API server would take any. */
final class Subjects implements DocumentsRule {
    private static final List<String> BINDINGS = List.of("RoleBinding", "ClusterRoleBinding");
    private static final String KIND = "ServiceAccount";

    @Override
    public void check(List<ProviderDocument> documents, KnownObjects known, Findings findings) {
        documents.stream()
                .filter(document -> BINDINGS.contains(document.manifest().kind()))
                .flatMap(document -> Place.root(document).field("subjects").items().stream())
                .filter(subject -> subject.field("kind").is(KIND))
                .forEach(subject -> check(subject, known, findings));
    }

    private static void check(Place subject, KnownObjects known, Findings findings) {
        String namespace = subject.field("namespace").text();
        String name = namespace + "/" + subject.field("name").text();
        if (!known.freeNamespaces().contains(namespace) && !known.has(KIND, name)) {
            findings.add(
                    subject.field("name"),
                    "nobody makes ServiceAccount " + name + "; " + known.insteadOf(KIND, name, ""));
        }
    }
}
