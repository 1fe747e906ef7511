/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.deployment.discovery.SourceFile;
import java.util.List;
import java.util.Optional;

/**
 * The release payload, judged, and the rules that compare providers with it; none when it cannot be read completely.
 *
 * @param providerRules for each provider
 * @param catalogueRules for all providers together
 */
record PayloadValidation(List<ProviderRule> providerRules, List<CatalogueRule> catalogueRules) {
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

    /**
     * Judges the payload.
     *
     * @param files the files of the payload; what is wrong with them is found
     * @param formerObjects the list of objects that former releases applied; what is wrong with it is found
     */
    static PayloadValidation of(List<SourceFile> files, Optional<SourceFile> formerObjects, Findings findings) {
        Payload payload = new PayloadReader(findings).read(files);
        RULES.forEach(rule -> rule.check(payload, findings));
        if (!payload.complete()) {
            return new PayloadValidation(List.of(), List.of());
        }
        KnownObjects known = KnownObjects.of(payload.present());
        List<DocumentsRule> references = List.of(new RoleReferences(), new Subjects(), new ServiceAccountNames());
        references.forEach(rule -> rule.check(payload.present(), known.andThoseOfTheCluster(), findings));
        return new PayloadValidation(
                List.of(
                        new PayloadImageKeys(payload),
                        new PayloadSecrets(payload),
                        (provider, more) -> references.stream()
                                .filter(rule -> provider.complete())
                                .forEach(rule -> rule.check(provider.assets(), known.and(provider), more))),
                List.of(new OperatorPermissions(payload, FormerObjects.read(formerObjects, findings))));
    }
}
