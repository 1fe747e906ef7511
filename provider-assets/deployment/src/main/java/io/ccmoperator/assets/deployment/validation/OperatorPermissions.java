/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.assets.deployment.rbac.FormerObject;
import io.ccmoperator.assets.deployment.rbac.OperatorRule;
import io.ccmoperator.assets.deployment.rbac.RequiredPermission;
import java.util.ArrayList;
import java.util.List;

/**
 * The payload gives to the operator what it needs to apply the roles, bindings and admission policies of the payload's
 * providers and to grant what these grant, and names these objects and no others.
 */
record OperatorPermissions(Payload payload, List<FormerObject> former) implements CatalogueRule {
    @Override
    public void check(List<ParsedProvider> providers, Findings findings) {
        boolean readable = providers.stream()
                .allMatch(provider ->
                        provider.complete() && provider.validDescriptor().isPresent());
        if (!readable) {
            return;
        }
        List<ParsedProvider> ofPayload = providers.stream()
                .filter(provider -> provider.descriptor().payload())
                .toList();
        List<Manifest> objects =
                payload.present().stream().map(ProviderDocument::manifest).toList();
        OperatorRoles roles = new OperatorRoles(payload, OperatorRule.of(objects), findings);
        List<RequiredPermission> required = new ArrayList<>();
        for (ParsedProvider provider : ofPayload) {
            List<RequiredPermission> ofProvider = RequiredPermission.of(provider.assetManifests(), objects);
            roles.checkMissing(
                    "for provider " + provider.folder().name(),
                    ofProvider.stream().map(RequiredPermission::permission).toList());
            required.addAll(ofProvider);
        }
        former.forEach(object -> roles.checkMissing("to delete the former " + object, object.permissions()));
        new NamedRules(roles, required, former).check(findings);
    }
}
