/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.Set;
import java.util.stream.Collectors;

/** A ValidatingAdmissionPolicyBinding names a policy of the provider. */
final class AdmissionPolicies implements ProviderRule {
    @Override
    public void check(ParsedProvider provider, Findings findings) {
        if (!provider.complete()) {
            return;
        }
        Set<Object> policies = provider.assetsOf("ValidatingAdmissionPolicy").stream()
                .map(policy -> policy.field("metadata", "name").text())
                .collect(Collectors.toSet());
        for (Place binding : provider.assetsOf("ValidatingAdmissionPolicyBinding")) {
            Place name = binding.field("spec", "policyName");
            if (!policies.contains(name.text())) {
                findings.add(name, "the provider has no ValidatingAdmissionPolicy '" + name.text() + "'");
            }
        }
    }
}
