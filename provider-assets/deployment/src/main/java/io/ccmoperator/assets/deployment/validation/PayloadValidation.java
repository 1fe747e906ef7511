/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.deployment.discovery.SourceFile;
import java.util.List;

/** Judges the release payload, and knows the rules that compare providers with it. */
final class PayloadValidation {
    private static final List<PayloadRule> RULES = List.of(
            new PayloadKinds(),
            (payload, findings) -> NoNulls.check(payload.documents().stream(), findings),
            (payload, findings) -> NamedObjects.check(payload.documents().stream(), findings),
            (payload, findings) -> UniqueObjects.check(payload.documents().stream(), findings),
            (payload, findings) -> NoWildcards.check(payload.documents().stream(), findings),
            new PayloadAnnotations(),
            new ImageTags(),
            new TaggedImages(),
            new CredentialsRequests());

    private PayloadValidation() {}

    /**
     * The rules that compare providers with the payload; none when it cannot be read completely.
     *
     * @param files the files of the payload; what is wrong with them is found
     */
    static List<ProviderRule> rules(List<SourceFile> files, Findings findings) {
        Payload payload = new PayloadReader(findings).read(files);
        RULES.forEach(rule -> rule.check(payload, findings));
        if (!payload.complete()) {
            return List.of();
        }
        KnownObjects known = KnownObjects.of(payload.present());
        List<DocumentsRule> references = List.of(new RoleReferences(), new Subjects(), new ServiceAccountNames());
        references.forEach(rule -> rule.check(payload.present(), known.andThoseOfTheCluster(), findings));
        return List.of(
                new PayloadImageKeys(payload),
                new PayloadSecrets(payload),
                (provider, more) -> references.stream()
                        .filter(rule -> provider.complete())
                        .forEach(rule -> rule.check(provider.assets(), known.and(provider), more)));
    }
}
