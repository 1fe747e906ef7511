/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** No key and no item of a list is without a value: Kubernetes drops it or takes it for empty, as the field has it. */
final class NoNulls implements ProviderRule {
    @Override
    public void check(ParsedProvider provider, Findings findings) {
        check(provider.documents(), findings);
    }

    static void check(Stream<ProviderDocument> documents, Findings findings) {
        documents.forEach(document -> check(Place.root(document), findings));
    }

    private static void check(Place place, Findings findings) {
        if (place.value() instanceof Map) {
            place.members().forEach(member -> check(member, findings));
        } else if (place.value() instanceof List) {
            place.items().forEach(item -> check(item, findings));
        } else if (!place.exists()) {
            findings.add(place, "has no value; write \"\", {} or [], or leave it out");
        }
    }
}
