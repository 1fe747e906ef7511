/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.Manifest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** No two objects of one provider share kind, namespace and name. */
final class UniqueObjects implements ProviderRule {
    @Override
    public void check(ParsedProvider provider, Findings findings) {
        check(provider.documents(), findings);
    }

    static void check(Stream<ProviderDocument> documents, Findings findings) {
        Map<List<String>, ProviderDocument> seen = new HashMap<>();
        documents.filter(document -> !document.manifest().name().isEmpty()).forEach(document -> {
            Manifest object = document.manifest();
            ProviderDocument first =
                    seen.putIfAbsent(List.of(object.kind(), object.namespace(), object.name()), document);
            if (first != null) {
                findings.add(
                        Place.root(document).field("metadata", "name"),
                        "the same object stands in " + first.file() + ", document " + first.number()
                                + "; leave one of them out or rename it");
            }
        });
    }
}
