/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.List;
import java.util.stream.Stream;

/** Roles name what they allow. */
final class NoWildcards implements ProviderRule {
    private static final List<String> ROLES = List.of("Role", "ClusterRole");
    private static final List<String> FIELDS = List.of("apiGroups", "resources", "verbs", "nonResourceURLs");

    @Override
    public void check(ParsedProvider provider, Findings findings) {
        check(provider.documents(), findings);
    }

    static void check(Stream<ProviderDocument> documents, Findings findings) {
        documents
                .filter(document -> ROLES.contains(document.manifest().kind()))
                .map(Place::root)
                .flatMap(role -> role.field("rules").items().stream())
                .flatMap(rule -> FIELDS.stream().flatMap(field -> rule.field(field).items().stream()))
                .filter(item -> item.text().contains("*"))
                .forEach(item -> findings.add(item, "has a wildcard; name what is needed"));
    }
}
