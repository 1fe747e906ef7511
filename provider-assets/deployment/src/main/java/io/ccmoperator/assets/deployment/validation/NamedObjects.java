/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.stream.Stream;

/** Each object has a name of its own; the server is not asked for one. */
final class NamedObjects implements ProviderRule {
    @Override
    public void check(ParsedProvider provider, Findings findings) {
        check(provider.documents(), findings);
    }

    static void check(Stream<ProviderDocument> documents, Findings findings) {
        documents
                .filter(document -> document.manifest().name().isEmpty())
                .forEach(document -> findings.add(Place.root(document).field("metadata", "name"), "is missing"));
    }
}
